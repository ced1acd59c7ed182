import type { AppLoadContext } from '@remix-run/cloudflare'
import { readTickets } from '#app/flows/booking/read-tickets.server.ts'
import { readOwnAppointmentIds } from '#app/http/appointments-cookie.server.ts'
import { calendarHost } from '#app/http/calendar-answer.server.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'
import type { Ticket } from '#app/kernel/ticket.ts'

/** The tickets of whoever asks: a guest's own bookings by the browser's cookie, and those of a signed-in customer. */
export function ownTickets(request: Request, context: AppLoadContext): Promise<Ticket[]> {
	return readTickets(context, {
		appointmentIds: readOwnAppointmentIds(request, context.settings.cookieKeys),
		actor: readActor(request, context),
		host: calendarHost(request, context),
		now: context.now(),
	})
}
