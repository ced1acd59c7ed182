import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/** Longer than a call of the provider: it is also the length of a claim. */
const FIRST_PAUSE_MS = MINUTE_MS
const LONGEST_PAUSE_MS = 6 * HOUR_MS

/** An unaccepted refund then needs the operator. */
const PATIENCE_MS = DAY_MS

/** Attempts become ever rarer. */
export function nextRefundAttemptAt(attemptCount: number, now: Instant): Instant {
	return now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attemptCount, 20))
}

export function isRefundOverdue({ requestedAt }: { requestedAt: Instant }, now: Instant): boolean {
	return now - requestedAt > PATIENCE_MS
}
