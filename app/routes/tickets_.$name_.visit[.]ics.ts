import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { readTickets } from '#app/flows/tickets/read-tickets.server.ts'
import { calendarAnswer, ticketHolder } from '#app/http/calendar-answer.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const tickets = await readTickets(context, ticketHolder(request, context))
	const ticket = tickets.find(({ name }) => name === params.name)
	if (!ticket) throw new Response(null, { status: 404 })
	return calendarAnswer(ticket.calendarFile, { method: 'PUBLISH', filename: 'visit.ics' })
}
