import { addDays, type CivilDate, dayOfWeekOf } from '#app/kernel/civil.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { civilAt, instantOf, type ZoneName } from '#app/kernel/zone.server.ts'
import type { PaidShop } from './paid-shop-repository.server.ts'

/** A changed account or contact holds payouts for this long (D58). */
export const CHANGE_WAITS_MS = 48 * HOUR_MS

/** Longer than a call to the provider: a claim lasts as long. */
const FIRST_PAUSE_MS = 2 * MINUTE_MS
const LONGEST_PAUSE_MS = 6 * HOUR_MS

/** A payout that has not ended for this long needs the operator. */
const PATIENCE_MS = DAY_MS

/** A transfer can be reversed days after it arrived: it is looked up on these days. */
const looksAfterArrival = [1, 3, 7]

/**
 * The start of today's payouts in that zone: at the hour of a weekday without a public holiday (D57). Null before it
 * and on other days.
 */
export function payoutsBegan(
	{ zone, hour, isHoliday }: { zone: ZoneName; hour: number; isHoliday: (date: CivilDate) => boolean },
	now: Instant,
): Instant | null {
	const { date, minute } = civilAt(zone, now)
	if (minute < hour * 60 || dayOfWeekOf(date) > 5 || isHoliday(date)) return null
	return instantOf(zone, date, hour * 60)
}

/** Attempts become ever rarer. */
export function nextPayoutAttemptAt(attemptCount: number, now: Instant): Instant {
	return now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attemptCount, 20))
}

/** The next look-up of an arrived payout; null after the last one. */
export function lookAgainAt(arrivedAt: Instant, now: Instant): Instant | null {
	const day = looksAfterArrival.find((days) => arrivedAt + days * DAY_MS > now)
	return day === undefined ? null : arrivedAt + day * DAY_MS
}

export function isPayoutOverdue({ createdAt }: { createdAt: Instant }, now: Instant): boolean {
	return now - createdAt > PATIENCE_MS
}

/** Weekends and public holidays in a row are shorter. */
const MAX_DAYS = 14

/** The hour of the next working day whose payouts have not begun (D57). */
export function nextPayoutAt(
	{ zone, hour, isHoliday }: { zone: ZoneName; hour: number; isHoliday: (date: CivilDate) => boolean },
	now: Instant,
): Instant | null {
	const today = civilAt(zone, now).date
	for (let days = 0; days <= MAX_DAYS; days++) {
		const date = addDays(today, days)
		const at = dayOfWeekOf(date) > 5 || isHoliday(date) ? null : instantOf(zone, date, hour * 60)
		if (at !== null && at > now) return at
	}
	return null
}

/** Why a shop is not paid; null where it is (D57, D58). `until`: then it ends by itself. */
export type PayoutHold =
	| { why: 'nothing_due' | 'in_debt' | 'below_minimum' | 'no_account' }
	| { why: 'account_waits' | 'contact_changed'; until: Instant }

export function payoutHold(
	{ account, heldUntil }: Pick<PaidShop, 'account' | 'heldUntil'>,
	{ netKobo, minimumKobo, now }: { netKobo: Kobo; minimumKobo: Kobo; now: Instant },
): PayoutHold | null {
	if (!account) return { why: 'no_account' }
	if (netKobo === 0) return { why: 'nothing_due' }
	if (netKobo < 0) return { why: 'in_debt' }
	if (netKobo < minimumKobo) return { why: 'below_minimum' }
	if (account.usableAt > now) return { why: 'account_waits', until: account.usableAt }
	return heldUntil > now ? { why: 'contact_changed', until: heldUntil } : null
}
