import { stripQuery } from '#app/domain/availability/week-view.ts'
import { signBookingLink } from '#app/domain/booking/booking-link.server.ts'
import { mayMove } from '#app/domain/booking/cancellation-policy.ts'
import type { ListedVisit, VisitCursor } from '#app/domain/booking/own-visit-repository.server.ts'
import { tabOf } from '#app/domain/booking/visit-tabs.ts'
import { fullAddress } from '#app/domain/discovery/full-address.ts'
import { dateLabel } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary.ts'
import { civilAt, DEFAULT_ZONE } from '#app/kernel/zone.server.ts'

const statusWords: Record<AppointmentStatus, { label: string; tone?: 'leaf' | 'clay' | 'plain' }> = {
	SCHEDULED: { label: 'Scheduled' },
	CONFIRMED: { label: 'Confirmed', tone: 'leaf' },
	COMPLETED: { label: 'Completed', tone: 'leaf' },
	CANCELLED: { label: 'Cancelled', tone: 'clay' },
	NO_SHOW: { label: 'No Show', tone: 'clay' },
}

/** What the card of a visit draws (spec 2 §2, My Appointments). The links are signed: they open this visit alone. */
export async function visitCard(visit: ListedVisit, cookieKeys: readonly string[], now: Instant) {
	const { shop } = visit
	const token = await signBookingLink(cookieKeys, visit.appointmentId)
	const strip = stripQuery(civilAt(DEFAULT_ZONE, now).date, visit.scheduledDate)
	return {
		id: visit.appointmentId,
		tab: tabOf(visit.status),
		services: visit.serviceNames.join(', '),
		status: statusWords[visit.status],
		reference: visit.referenceNumber,
		who: `${visit.staffName ?? 'Staff'} · ${shop.name}`,
		when: `${dateLabel(visit.scheduledDate)} · ${visit.scheduledTime} · ${visit.durationMinutes} min`,
		address: fullAddress(shop),
		total: visit.totalKobo > 0 || visit.discountKobo > 0 ? formatNaira(visit.totalKobo) : 'Price TBD',
		shopId: shop.id,
		detailsPage: `/booking/confirmation?visit=${token}`,
		movePage: mayMove(visit, shop.rescheduleCutoffMinutes, now)
			? `/booking/reschedule?visit=${token}${strip && `&${strip}`}`
			: null,
	}
}

export type VisitCard = Awaited<ReturnType<typeof visitCard>>

/** A cursor as it stands in an address. */
export function writeCursor({ startsAt, appointmentId }: VisitCursor): string {
	return `${startsAt}.${appointmentId}`
}

/** Null for whatever is none of ours: then the list begins at its beginning. */
export function readCursor(text: string | null): VisitCursor | null {
	const match = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text ?? '')
	return match?.[1] && match[2] ? { startsAt: Number(match[1]), appointmentId: match[2] } : null
}
