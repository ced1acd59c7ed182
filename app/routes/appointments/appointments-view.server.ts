import { stripQuery } from '#app/domain/availability/week-view.server.ts'
import { tabOf } from '#app/domain/booking/appointment/appointment-tabs.ts'
import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { isOpen, mayMove } from '#app/domain/booking/appointment/cancellation-policy.ts'
import type {
	AppointmentCursor,
	ListedAppointment,
} from '#app/domain/booking/appointment/customer-appointment-repository.server.ts'
import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import { confirmationPath, reschedulePath } from '#app/kernel/booking-paths.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { dateLabel } from '#app/kernel/date-labels.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import { civilAt, DEFAULT_ZONE } from '#app/kernel/zone.server.ts'

const statusWords: Record<AppointmentStatus, { label: string; tone?: 'leaf' | 'clay' | 'plain' }> = {
	SCHEDULED: { label: 'Scheduled' },
	CONFIRMED: { label: 'Confirmed', tone: 'leaf' },
	COMPLETED: { label: 'Completed', tone: 'leaf' },
	CANCELLED: { label: 'Cancelled', tone: 'clay' },
	NO_SHOW: { label: 'No Show', tone: 'clay' },
}

/** What the card of a visit draws (C64). The links are signed: they open this visit alone. */
export async function appointmentCard(
	appointment: ListedAppointment,
	cookieKeys: readonly string[],
	now: Instant,
) {
	const { shop } = appointment
	const token = await signBookingLink(cookieKeys, appointment.appointmentId)
	const strip = stripQuery(civilAt(DEFAULT_ZONE, now).date, appointment.scheduledDate)
	const endsAt = appointment.startsAt + appointment.durationMinutes * MINUTE_MS
	const isPast = isOpen(appointment.status) && endsAt <= now
	const isNow = isOpen(appointment.status) && appointment.startsAt <= now && now < endsAt
	return {
		id: appointment.appointmentId,
		tab: tabOf(appointment.status),
		services: appointment.serviceNames.join(', '),
		// The shop has not closed it yet.
		status: isPast
			? { label: 'Past', tone: 'plain' as const }
			: isNow
				? { label: 'Now', tone: 'leaf' as const }
				: statusWords[appointment.status],
		...(appointment.mayReview && { reviewLabel: appointment.isReviewed ? 'Change Review' : 'Review' }),
		referenceNumber: appointment.referenceNumber,
		who: `${appointment.staffName ?? 'Staff'} · ${shop.name}`,
		when: `${dateLabel(appointment.scheduledDate)} · ${appointment.scheduledTime} · ${unbroken(durationLabel(appointment.durationMinutes))}`,
		...(appointment.isByShop && { isByShop: true }),
		address: fullAddress(shop),
		total:
			appointment.totalKobo > 0 || appointment.discountKobo > 0
				? formatNaira(appointment.totalKobo)
				: 'Price TBD',
		detailsPage: confirmationPath(token),
		movePage: mayMove(appointment, shop.rescheduleCutoffMinutes, now) ? reschedulePath(token, strip) : null,
	}
}

export type AppointmentCardView = Awaited<ReturnType<typeof appointmentCard>>

/** A cursor as it stands in an address. */
export function writeCursor({ startsAt, appointmentId }: AppointmentCursor): string {
	return `${startsAt}.${appointmentId}`
}

/** Null for a malformed cursor: then the list starts at its beginning. */
export function readCursor(text: string | null): AppointmentCursor | null {
	const match = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text ?? '')
	return match?.[1] && match[2] ? { startsAt: Number(match[1]), appointmentId: match[2] } : null
}

/** In one line, also where the card is narrow. */
const unbroken = (words: string) => words.replaceAll(' ', '\u00a0')
