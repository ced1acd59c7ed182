import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'

/** An unused plan is refundable for this long after its purchase (D46). */
export const MONEY_BACK_MS = 7 * DAY_MS

export type PaidPlan = {
	createdAt: Instant
	/** The price after discounts, its part paid with cashback, and earlier partial refunds (D78). */
	totalKobo: Kobo
	cashbackKobo: Kobo
	returnedKobo: Kobo
	isPaidOnline: boolean
	/** An entry was used, or a place cancelled too late. */
	isUsed: boolean
}

/**
 * All of an unused plan within seven days, the last instant included, else nothing (D46). `from`: the holder of the
 * money.
 */
export function planMoneyBack(
	{ createdAt, totalKobo, cashbackKobo, returnedKobo, isPaidOnline, isUsed }: PaidPlan,
	now: Instant,
): { isRefundable: boolean; moneyKobo: Kobo; cashbackKobo: Kobo; from: 'us' | 'shop' } {
	const isRefundable = !isUsed && now <= createdAt + MONEY_BACK_MS
	return {
		isRefundable,
		moneyKobo: isRefundable ? totalKobo - cashbackKobo - returnedKobo : 0,
		cashbackKobo: isRefundable ? cashbackKobo : 0,
		from: isPaidOnline ? 'us' : 'shop',
	}
}
