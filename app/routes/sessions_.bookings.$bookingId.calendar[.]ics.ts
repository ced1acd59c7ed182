import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { calendarFile, calendarMethod } from '#app/domain/messaging/calendar-file.server.ts'
import { calendarSession } from '#app/flows/subscriptions/book-session.server.ts'
import { calendarAnswer, calendarHost } from '#app/http/calendar-answer.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { readId } from '#app/kernel/id.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const bookingId = readId(params.bookingId)
	const [, place] = await Promise.all([
		requireUser(request, context),
		bookingId === null ? null : context.subscriptions.places.ownPlace(actor, bookingId),
	])
	if (!place) throw new Response(null, { status: 404 })
	const session = calendarSession(place)
	return calendarAnswer(calendarFile(session, calendarHost(request, context), context.now()), {
		method: calendarMethod(session),
		filename: 'session.ics',
	})
}
