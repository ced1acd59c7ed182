import { stripQuery } from '#app/domain/availability/week-view.server.ts'
import { findTab } from '#app/domain/booking/appointment/appointment-tabs.ts'
import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { isOpen, mayMove } from '#app/domain/booking/appointment/cancellation-policy.ts'
import type {
	AppointmentCursor,
	ListedAppointment,
} from '#app/domain/booking/appointment/customer-appointment-repository.server.ts'
import { slotWaitState } from '#app/domain/booking/wait/slot-wait.ts'
import type { SlotWait } from '#app/domain/booking/wait/slot-wait-repository.server.ts'
import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import type { Place } from '#app/domain/subscriptions/place-repository.server.ts'
import { confirmationPath, reschedulePath, waitPlacePath } from '#app/kernel/booking-paths.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { clockLabelAt, dateLabel, nearMomentLabelAt, shortDateLabel } from '#app/kernel/date-labels.server.ts'
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

/** Its signed links open this appointment only (C64). */
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
		tab: findTab(appointment.status),
		services: appointment.serviceNames.join(', '),
		// 'Past': over, but the shop has not said whether it took place.
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

export function writeCursor({ startsAt, appointmentId }: AppointmentCursor): string {
	return `${startsAt}.${appointmentId}`
}

/** Null for a malformed cursor: then the list starts at its beginning. */
export function readCursor(text: string | null): AppointmentCursor | null {
	const match = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text ?? '')
	return match?.[1] && match[2] ? { startsAt: Number(match[1]), appointmentId: match[2] } : null
}

/** Keeps the words on one line of a narrow card. */
const unbroken = (words: string) => words.replaceAll(' ', '\u00a0')

/** The customer's next booked session; null for none ahead. */
export function nextSessionRow(places: readonly Place[], now: Instant) {
	const [place] = places.filter(({ status }) => status === 'booked')
	if (!place) return null
	const { shop, planTitle, startsAt } = place
	return {
		when: nearMomentLabelAt(shop.timeZone, startsAt, now),
		what: `${planTitle} · ${shop.name}`,
	}
}

export type NextSessionRow = ReturnType<typeof nextSessionRow>

export function waitRows(waits: readonly SlotWait[], now: Instant) {
	return waits.flatMap((wait) => {
		const { shop, service, date, heldStartsAt, heldUntilAt } = wait
		const state = slotWaitState(wait, now)
		if (state === 'spent' || date < civilAt(shop.timeZone, now).date) return []
		const isHeld = state === 'held' && heldStartsAt !== null && heldUntilAt !== null
		return [
			{
				to: waitPlacePath(wait.id),
				title: isHeld
					? `${nearMomentLabelAt(shop.timeZone, heldStartsAt, now)}: held for you until ${clockLabelAt(shop.timeZone, heldUntilAt)}`
					: shortDateLabel(date),
				detail: `${service.name} · ${shop.name}`,
			},
		]
	})
}

export type WaitRow = ReturnType<typeof waitRows>[number]
