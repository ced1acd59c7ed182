import { type CivilDate, dayOfWeekOf } from '#app/kernel/civil.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, instantOf, type ZoneName } from '#app/kernel/zone.server.ts'

/** A changed account or contact holds payouts for this long (D58). */
export const CHANGE_WAITS_MS = 48 * HOUR_MS

/** Longer than a call of the provider: it is also the length of a claim. */
const FIRST_PAUSE_MS = 2 * MINUTE_MS
const LONGEST_PAUSE_MS = 6 * HOUR_MS

/** A payout without an end then needs the operator. */
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
