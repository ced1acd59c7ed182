import { type CivilDate, dayOfWeekOf } from '#app/kernel/civil.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, instantOf, type ZoneName } from '#app/kernel/zone.server.ts'

/** How long a changed account, or a changed contact of the shop, keeps payouts waiting (D58). */
export const CHANGE_WAITS_MS = 48 * HOUR_MS

/** Longer than a call of the provider's lasts, since it is also how long a claim lasts. */
const FIRST_PAUSE_MS = 2 * MINUTE_MS
const LONGEST_PAUSE_MS = 6 * HOUR_MS

/** After so long a payout without an end needs the operator. */
const PATIENCE_MS = DAY_MS

/** A transfer can come back days after it arrived: it is asked about once more on each of these days. */
const looksAfterArrival = [1, 3, 7]

/**
 * When the payouts of today begin in that zone, if they have begun: at the hour of a working day, which is a weekday
 * without a public holiday (D57). Null before that hour, and on other days.
 */
export function payoutsBegan(
	{ zone, hour, isHoliday }: { zone: ZoneName; hour: number; isHoliday: (date: CivilDate) => boolean },
	now: Instant,
): Instant | null {
	const { date, minute } = civilAt(zone, now)
	if (minute < hour * 60 || dayOfWeekOf(date) > 5 || isHoliday(date)) return null
	return instantOf(zone, date, hour * 60)
}

/** When the provider is asked about a payout again, having been asked `attemptCount` times before: ever more rarely. */
export function nextPayoutAttemptAt(attemptCount: number, now: Instant): Instant {
	return now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attemptCount, 20))
}

/** When a payout that arrived is looked at once more; null when it is believed. */
export function lookAgainAt(arrivedAt: Instant, now: Instant): Instant | null {
	const day = looksAfterArrival.find((days) => arrivedAt + days * DAY_MS > now)
	return day === undefined ? null : arrivedAt + day * DAY_MS
}

export function isPayoutOverdue({ createdAt }: { createdAt: Instant }, now: Instant): boolean {
	return now - createdAt > PATIENCE_MS
}
