import type { AppLoadContext } from '@remix-run/cloudflare'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { readOwnAppointmentIds } from './booking-cookies.server.ts'
import { readActor } from './signed-in-user.server.ts'

/** The host in the ids of calendar files: the same on pages and in mails, however the app is reached. */
export function calendarHost(request: Request, { settings }: Pick<AppLoadContext, 'settings'>): string {
	return new URL(settings.appOrigin ?? request.url).host
}

export function calendarAnswer(
	file: string,
	{ method, filename }: { method: string; filename: string },
): Response {
	return new Response(file, {
		headers: {
			'content-type': `text/calendar; charset=utf-8; method=${method}`,
			'content-disposition': `attachment; filename="${filename}"`,
			'cache-control': 'no-store',
		},
	})
}

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
