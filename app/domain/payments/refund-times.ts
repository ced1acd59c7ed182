import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/** Longer than a call of the provider's lasts, since it is also how long a claim lasts. */
const FIRST_PAUSE_MS = MINUTE_MS
const LONGEST_PAUSE_MS = 6 * HOUR_MS

/** A refund that the provider has not taken after this long needs the operator. */
const PATIENCE_MS = DAY_MS

/** When a refund is sent, or asked about, again, having been so `attemptCount` times before: ever more rarely. */
export function nextRefundAttemptAt(attemptCount: number, now: Instant): Instant {
	return now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attemptCount, 20))
}

export function isRefundOverdue({ requestedAt }: { requestedAt: Instant }, now: Instant): boolean {
	return now - requestedAt > PATIENCE_MS
}
