import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { readTickets } from '#app/flows/tickets/read-tickets.server.ts'
import { isUnavailable } from '#app/http/busy-answers.ts'
import { ticketHolder } from '#app/http/calendar-answer.server.ts'
import { readTheme } from '#app/http/unsigned-cookies.ts'
import { ticketsPath } from '#app/kernel/ticket.ts'
import { busyPage, ticketDocument, ticketsDocument } from '#app/ui/offline/offline-pages.server.tsx'

/**
 * The tickets of this browser and its customer, without script; with a name, one ticket. A past or unknown name leads
 * to the list.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const appearance = { theme: readTheme(request), nonce: context.cspNonce }
	try {
		const tickets = await readTickets(context, ticketHolder(request, context))
		if (params.name === undefined) return answer(ticketsDocument(tickets, appearance))
		const ticket = tickets.find(({ name }) => name === params.name)
		if (!ticket) throw redirect(ticketsPath)
		return answer(ticketDocument(ticket, appearance))
	} catch (error) {
		if (!isUnavailable(error)) throw error
		return answer(busyPage(appearance), 503)
	}
}

function answer(page: string, status = 200): Response {
	return new Response(page, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
