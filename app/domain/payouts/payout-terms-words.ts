import type { PayoutTerms } from './payout-terms.ts'

/** What a shop bears, a sentence for each part; `name` is the operator's. */
export function termsWords(
	{ commissionPercent, paymentFeeBearer, transferFeeBearer }: PayoutTerms,
	name: string,
): string[] {
	return [
		commissionPercent === 0
			? `${name} takes no commission.`
			: `${name} takes ${commissionPercent}% of what customers pay online, but nothing from tips or from bookings you make yourself.`,
		paymentFeeBearer === 'shop'
			? 'Paystack’s fee for each payment is taken off.'
			: `${name} pays Paystack’s fee for each payment.`,
		transferFeeBearer === 'shop'
			? 'The fee for sending you the money is taken off.'
			: `${name} pays the fee for sending you the money.`,
	]
}

/** 'Commission 10%, payment fee: shop, transfer fee: operator'. */
export function termsSummary({
	commissionPercent,
	paymentFeeBearer,
	transferFeeBearer,
}: PayoutTerms): string {
	return `Commission ${commissionPercent}%, payment fee: ${paymentFeeBearer}, transfer fee: ${transferFeeBearer}`
}
