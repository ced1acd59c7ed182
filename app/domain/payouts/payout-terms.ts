import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { FeeBearer } from '#app/kernel/vocabulary/payouts.ts'

/** What a shop bears of its online payments (D56). */
export type PayoutTerms = {
	commissionPercent: number
	paymentFeeBearer: FeeBearer
	transferFeeBearer: FeeBearer
}

/** For bookings made from that instant on. */
export type DatedTerms = PayoutTerms & { appliesFrom: Instant }

export const usualTerms: PayoutTerms = {
	commissionPercent: 0,
	paymentFeeBearer: 'shop',
	transferFeeBearer: 'operator',
}

/** The notice before a shop bears more. */
export const RAISE_NOTICE_DAYS = 7

export function termsAt(all: readonly DatedTerms[], at: Instant): PayoutTerms {
	return (
		all
			.filter(({ appliesFrom }) => appliesFrom <= at)
			.reduce<DatedTerms | null>(
				(newest, one) => (newest && newest.appliesFrom > one.appliesFrom ? newest : one),
				null,
			) ?? usualTerms
	)
}

/** The announced terms that do not apply yet. */
export function comingTerms(all: readonly DatedTerms[], now: Instant): DatedTerms | null {
	return all.find(({ appliesFrom }) => appliesFrom > now) ?? null
}

export function isEqualTerms(a: PayoutTerms, b: PayoutTerms): boolean {
	return (
		a.commissionPercent === b.commissionPercent &&
		a.paymentFeeBearer === b.paymentFeeBearer &&
		a.transferFeeBearer === b.transferFeeBearer
	)
}

/** Whether the shop bears more of anything, even if less of another. */
export function isRaise(from: PayoutTerms, to: PayoutTerms): boolean {
	const isTaken = (bearer: 'paymentFeeBearer' | 'transferFeeBearer') =>
		from[bearer] === 'operator' && to[bearer] === 'shop'
	return (
		to.commissionPercent > from.commissionPercent ||
		isTaken('paymentFeeBearer') ||
		isTaken('transferFeeBearer')
	)
}

export function raiseFrom(now: Instant): Instant {
	return now + RAISE_NOTICE_DAYS * DAY_MS
}

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
