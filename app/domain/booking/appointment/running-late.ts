import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'

/** In minutes. */
export const lateChoices = ['10', '20', '30'] as const

/** A customer can report being late from so long before the start until so long after it. */
export const LATE_FROM_MS = 3 * HOUR_MS
export const LATE_UNTIL_MS = 30 * MINUTE_MS
/** The shop reads each notice, so the next one has to wait. */
export const LATE_AGAIN_MS = 5 * MINUTE_MS

export function mayTellLate(
	{ status, startsAt }: { status: AppointmentStatus; startsAt: Instant },
	now: Instant,
): boolean {
	const isOpen = status === 'SCHEDULED' || status === 'CONFIRMED'
	return isOpen && now >= startsAt - LATE_FROM_MS && now <= startsAt + LATE_UNTIL_MS
}
