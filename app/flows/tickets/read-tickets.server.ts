import type { TicketAppointment } from '#app/domain/booking/appointment/customer-appointment-repository.server.ts'
import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import { calendarFile } from '#app/domain/messaging/calendar-file.server.ts'
import type { Place } from '#app/domain/subscriptions/place-repository.server.ts'
import { calendarAppointment } from '#app/flows/booking/read-appointment.server.ts'
import { calendarSession } from '#app/flows/subscriptions/book-session.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Ticket } from '#app/kernel/ticket.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** As many as a phone keeps. */
const MAX_SESSIONS = 6

/** This browser's own bookings, its signed-in customer, and the host that names calendar entries. */
type Input = {
	appointmentIds: readonly string[]
	actor: Actor | null
	host: string
	now: Instant
}

/**
 * The next appointments and sessions that a phone may keep, in order of their start. A ticket holds no price, nothing
 * of the customer but a first name, and no grant.
 */
export async function readTickets(
	{ booking, subscriptions }: Pick<Repositories, 'booking' | 'subscriptions'>,
	{ appointmentIds, actor, host, now }: Input,
): Promise<Ticket[]> {
	const [appointments, places] = await Promise.all([
		booking.appointmentViews.ticketAppointments(appointmentIds, actor, now),
		actor ? subscriptions.places.listPlaces(actor, { isPast: false, after: null, limit: MAX_SESSIONS }) : [],
	])
	const tickets = [
		...appointments.map((appointment) => ticketOfAppointment(appointment, host, now)),
		...places.filter(({ status }) => status === 'booked').map((place) => ticketOfPlace(place, host, now)),
	]
	return tickets.sort((one, other) => one.startsAt - other.startsAt)
}

function ticketOfAppointment(appointment: TicketAppointment, host: string, now: Instant): Ticket {
	const { shop, services, startsAt, endsAt, referenceNumber, firstName } = appointment
	const event = calendarAppointment({ ...appointment, status: 'CONFIRMED' })
	return {
		name: referenceNumber,
		startsAt,
		endsAt,
		when: momentLabelAt(shop.timeZone, startsAt, now),
		what: services.map(({ name }) => name).join(', '),
		staff: [...new Set(services.map(({ staffName }) => staffName))].join(', '),
		firstName,
		referenceNumber,
		shop: { ...shop, address: fullAddress(shop) },
		asOf: momentLabelAt(shop.timeZone, now),
		calendarFile: calendarFile(event, host, now),
	}
}

function ticketOfPlace(place: Place, host: string, now: Instant): Ticket {
	const { id, shop, staff, planTitle, startsAt, endsAt } = place
	return {
		name: id,
		startsAt,
		endsAt,
		when: momentLabelAt(shop.timeZone, startsAt, now),
		what: planTitle,
		staff: staff?.firstName ?? '',
		firstName: null,
		referenceNumber: null,
		shop: { ...shop, address: fullAddress(shop) },
		asOf: momentLabelAt(shop.timeZone, now),
		calendarFile: calendarFile(calendarSession(place), host, now),
	}
}
