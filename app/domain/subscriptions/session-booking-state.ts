import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { SessionBookingState, SessionBookingStatus } from '#app/kernel/vocabulary/subscriptions.ts'

/** The time for a late scan after the session's end (D48). */
const NO_SHOW_MS = 24 * HOUR_MS

/** An unused place becomes a no-show by the clock, not by a job. */
export function sessionBookingState(
	{ status, endsAt }: { status: SessionBookingStatus; endsAt: Instant },
	now: Instant,
): SessionBookingState {
	return status === 'booked' && now >= endsAt + NO_SHOW_MS ? 'no_show' : status
}
