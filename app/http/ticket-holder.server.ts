import type { AppLoadContext } from '@remix-run/cloudflare'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { readOwnAppointmentIds } from './appointments-cookie.server.ts'
import { calendarHost } from './calendar-answer.server.ts'
import { readActor } from './signed-in-user.server.ts'

/** The holder of a guest's bookings by the browser's cookie, and of a signed-in customer's. */
export function ticketHolder(
	request: Request,
	context: Pick<AppLoadContext, 'settings' | 'now'>,
): { appointmentIds: readonly string[]; actor: Actor | null; host: string; now: Instant } {
	return {
		appointmentIds: readOwnAppointmentIds(request, context.settings.cookieKeys),
		actor: readActor(request, context),
		host: calendarHost(request, context),
		now: context.now(),
	}
}
