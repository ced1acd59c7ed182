import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { sessionCalendarFile } from '#app/domain/subscriptions/session-calendar.server.ts'
import { calendarSession } from '#app/flows/subscriptions/calendar-session.server.ts'
import { readId } from '#app/http/read-id.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'

/** A place as a file for a calendar. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const bookingId = readId(params.bookingId)
	const [, place] = await Promise.all([
		requireUser(request, context),
		bookingId === null ? null : context.places.ownPlace(actor, bookingId),
	])
	if (!place) throw new Response(null, { status: 404 })
	const session = calendarSession(place)
	const method = session.isCancelled ? 'CANCEL' : 'PUBLISH'
	return new Response(sessionCalendarFile(session, new URL(request.url).host), {
		headers: {
			'content-type': `text/calendar; charset=utf-8; method=${method}`,
			'content-disposition': 'attachment; filename="session.ics"',
			'cache-control': 'no-store',
		},
	})
}
