import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/** Many customers pay within a minute or two. */
const FIRST_CHECK_MS = 2 * MINUTE_MS
/** While a customer may be paying: a cron of each minute then finds a payment within five minutes (R22). */
const OPEN_PAUSE_MS = 3 * MINUTE_MS
/** After its hold an attempt stays young for this long, for a payment at the hold's end. */
const GRACE_MS = 5 * MINUTE_MS
const SHORTEST_PAUSE_MS = 4 * MINUTE_MS
const UNDER_WAY_PAUSE_MS = 30 * MINUTE_MS
const UNANSWERED_PAUSE_MS = 30 * MINUTE_MS
const LONGEST_PAUSE_MS = 6 * HOUR_MS

/** The first check of a new attempt. */
export function firstCheckAt(now: Instant): Instant {
	return now + FIRST_CHECK_MS
}

/** Attempts whose hold ends after this instant are young: they are checked first (F6). */
export function youngSince(now: Instant): Instant {
	return now - GRACE_MS
}

/**
 * The next check after an answer: every three minutes for a young attempt, then doubling up to six hours, some 30
 * checks in 72 hours (F6). A payment under way is checked every half hour.
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
 * The next check after silence: 30 minutes to six hours by its length, at the latest as after an answer. Checks never
 * end: silence is no refusal (F1).
 */
export function nextCheckAfterSilence(
	{ expiresAt, unansweredSince }: { expiresAt: Instant; unansweredSince: Instant | null },
	now: Instant,
): Instant {
	const silentFor = now - (unansweredSince ?? now)
	const pause = Math.min(LONGEST_PAUSE_MS, Math.max(UNANSWERED_PAUSE_MS, silentFor))
	return Math.min(nextCheckAt({ expiresAt }, now), now + pause)
}

/** After a day of silence a person must look. */
export function isSilentTooLong(unansweredSince: Instant | null, now: Instant): boolean {
	return unansweredSince !== null && now - unansweredSince > DAY_MS
}

/** Longer than a call to the provider: a claim lasts as long. */
const FIRST_PAUSE_MS = MINUTE_MS

/** A refund that is not accepted for this long needs the operator. */
const PATIENCE_MS = DAY_MS

/** Attempts become ever rarer. */
export function nextRefundAttemptAt(attemptCount: number, now: Instant): Instant {
	return now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attemptCount, 20))
}

export function isRefundOverdue({ requestedAt }: { requestedAt: Instant }, now: Instant): boolean {
	return now - requestedAt > PATIENCE_MS
}
