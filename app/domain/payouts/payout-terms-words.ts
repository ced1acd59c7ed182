import type { PayoutTerms } from './payout-terms.ts'

/** What a shop bears, a sentence for each part; `name` is the operator's. */
export function termsWords(
	{ commissionPercent, paymentFeeBearer, transferFeeBearer }: PayoutTerms,
	name: string,
): string[] {
	return [
		commissionPercent === 0
			? `${name} keeps nothing of what customers pay.`
			: `${name} keeps ${commissionPercent}% of what customers pay online. Nothing of tips, or of bookings that you make.`,
		paymentFeeBearer === 'shop'
			? 'Paystack’s fee for each payment is taken off.'
			: `${name} bears Paystack’s fee for each payment.`,
		transferFeeBearer === 'shop'
			? 'The fee for sending you the money is taken off.'
			: `${name} bears the fee for sending you the money.`,
	]
}

/** As above, for a list: 'Commission 10%, payment fee: shop, transfer fee: operator'. */
export function termsSummary({
	commissionPercent,
	paymentFeeBearer,
	transferFeeBearer,
}: PayoutTerms): string {
	return `Commission ${commissionPercent}%, payment fee: ${paymentFeeBearer}, transfer fee: ${transferFeeBearer}`
}
