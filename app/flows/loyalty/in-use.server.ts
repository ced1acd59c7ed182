import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { confirmationPath } from '#app/kernel/booking-paths.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { dateLabel } from '#app/kernel/date-labels.server.ts'

/** Null for a checkout that waits for its payment. */
type Use = { booking: { appointmentId: string; date: CivilDate } | null }

/** What a reward is in use for, in words, with the signed address of that booking; null for one that is free. */
export async function inUse(
	use: Use | null,
	cookieKeys: readonly string[],
): Promise<{ text: string; path: string | null } | null> {
	if (!use) return null
	if (!use.booking) return { text: 'In use for a booking you’re paying for', path: null }
	const { appointmentId, date } = use.booking
	return {
		text: `In use for your booking on ${dateLabel(date)}`,
		path: confirmationPath(await signBookingLink(cookieKeys, appointmentId)),
	}
}
