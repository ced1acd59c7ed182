import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'

/** Until so long before its start a place in a session is given up without losing its entry (D11). */
export const FREE_CANCELLATION_MS = 24 * HOUR_MS

/**
 * What giving up a place in a session does to its entry; text and action both ask here (D11). The last instant is
 * included. 'too_late' from the start on: then it cannot be given up (D47).
 */
export function entryOnCancelling(startsAt: Instant, now: Instant): 'returned' | 'forfeited' | 'too_late' {
	if (now >= startsAt) return 'too_late'
	return now <= startsAt - FREE_CANCELLATION_MS ? 'returned' : 'forfeited'
}
