import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/** Many customers pay within a minute or two. */
const FIRST_CHECK_MS = 2 * MINUTE_MS
/** While a customer may be paying. With a cron that runs each minute a payment is found within five minutes (R22). */
const OPEN_PAUSE_MS = 3 * MINUTE_MS
/** An attempt is young for this long after its hold: a payment made at the end of the hold is found soon as well. */
const GRACE_MS = 5 * MINUTE_MS
const SHORTEST_PAUSE_MS = 4 * MINUTE_MS
const UNDER_WAY_PAUSE_MS = 30 * MINUTE_MS
const UNANSWERED_PAUSE_MS = 30 * MINUTE_MS
const LONGEST_PAUSE_MS = 6 * HOUR_MS

/** When the sweeper asks the provider about a new attempt for the first time. */
export function firstCheckAt(now: Instant): Instant {
	return now + FIRST_CHECK_MS
}

/** An attempt is young while its `expiresAt` is this or later: its customer may be paying, so it comes first (F6). */
export function youngSince(now: Instant): Instant {
	return now - GRACE_MS
}

/**
 * When the sweeper asks the provider about an attempt again, after an answer: every three minutes while its customer
 * may be paying, then after pauses that double up to six hours. That is some 30 questions in 72 hours (F6). A payment
 * that is under way at the provider, such as a slow transfer, is asked about every half hour at least.
 */
export function nextCheckAt(
	{ expiresAt, isUnderWay = false }: { expiresAt: Instant; isUnderWay?: boolean },
	now: Instant,
): Instant {
	const oldFor = youngSince(now) - expiresAt
	if (oldFor <= 0) return now + OPEN_PAUSE_MS
	const longest = isUnderWay && oldFor < DAY_MS ? UNDER_WAY_PAUSE_MS : LONGEST_PAUSE_MS
	return now + Math.min(longest, Math.max(SHORTEST_PAUSE_MS, oldFor))
}

/**
 * When the sweeper asks again after a check that got no answer: as after an answer, or sooner, from 30 minutes to six
 * hours by how long there has been none. It never stops asking: no answer is not a no (F1).
 */
export function nextCheckAfterSilence(
	{ expiresAt, unansweredSince }: { expiresAt: Instant; unansweredSince: Instant | null },
	now: Instant,
): Instant {
	const silentFor = now - (unansweredSince ?? now)
	const pause = Math.min(LONGEST_PAUSE_MS, Math.max(UNANSWERED_PAUSE_MS, silentFor))
	return Math.min(nextCheckAt({ expiresAt }, now), now + pause)
}

/** A person has to look at a payment about which there has been no answer for a day. */
export function isSilentTooLong(unansweredSince: Instant | null, now: Instant): boolean {
	return unansweredSince !== null && now - unansweredSince > DAY_MS
}
