import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'

/** Until so long after it was bought a plan that was not used gives its money back (D46). */
export const MONEY_BACK_MS = 7 * DAY_MS

export type PaidPlan = {
	/** When it was bought. */
	createdAt: Instant
	/** What it cost after discounts, what of it cashback paid, and what of its payment has gone back already (D78). */
	totalKobo: Kobo
	cashbackKobo: Kobo
	returnedKobo: Kobo
	isPaidOnline: boolean
	/** An entry was used, or a place given up too late. */
	isUsed: boolean
}

/**
 * The sum returned when a plan is cancelled: all within seven days while nothing was used, the last instant included,
 * else nothing (D46). `from`: the holder of the money, 'us' where it was paid online.
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
