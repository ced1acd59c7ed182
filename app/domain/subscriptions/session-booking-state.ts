import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { SessionBookingState, SessionBookingStatus } from '#app/kernel/vocabulary/subscriptions.ts'

/** How long after its end an unused place still waits for a late scan (D48). */
const NO_SHOW_MS = 24 * HOUR_MS

/** What a place in a session is now: one that was not used is a no-show by comparison, not by a job. */
export function sessionBookingState(
	{ status, endsAt }: { status: SessionBookingStatus; endsAt: Instant },
	now: Instant,
): SessionBookingState {
	return status === 'booked' && now >= endsAt + NO_SHOW_MS ? 'no_show' : status
}
