import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { calendarAnswer } from '#app/http/calendar-answer.server.ts'
import { ownTickets } from './tickets/own-tickets.server.ts'

/** The calendar's file of a ticket. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const tickets = await ownTickets(request, context)
	const ticket = tickets.find(({ name }) => name === params.name)
	if (!ticket) throw new Response(null, { status: 404 })
	return calendarAnswer(ticket.calendarFile, { method: 'PUBLISH', filename: 'visit.ics' })
}
