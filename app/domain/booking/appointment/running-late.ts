import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'

/** Minutes that a customer can say they are late. */
export const lateChoices = ['10', '20', '30'] as const

/** From so long before the start until so long after it a customer can say that they are late, */
export const LATE_FROM_MS = 3 * HOUR_MS
export const LATE_UNTIL_MS = 30 * MINUTE_MS
/** and again after so long: the shop reads each. */
export const LATE_AGAIN_MS = 5 * MINUTE_MS

/** Whether a customer may tell the shop now that they are late. */
export function mayTellLate(
	{ status, startsAt }: { status: AppointmentStatus; startsAt: Instant },
	now: Instant,
): boolean {
	const isOpen = status === 'SCHEDULED' || status === 'CONFIRMED'
	return isOpen && now >= startsAt - LATE_FROM_MS && now <= startsAt + LATE_UNTIL_MS
}
