import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'

/** A place cancelled this long before its start keeps its entry (D11). */
export const FREE_CANCELLATION_MS = 24 * HOUR_MS

/**
 * The effect of cancelling on the entry, for text and action alike (D11); the last instant is free. 'too_late': from
 * the start on (D47).
 */
export function entryOnCancelling(startsAt: Instant, now: Instant): 'returned' | 'forfeited' | 'too_late' {
	if (now >= startsAt) return 'too_late'
	return now <= startsAt - FREE_CANCELLATION_MS ? 'returned' : 'forfeited'
}
