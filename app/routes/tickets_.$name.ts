import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { readTickets } from '#app/flows/tickets/read-tickets.server.ts'
import { readTheme } from '#app/http/theme-cookie.ts'
import { ticketHolder } from '#app/http/ticket-holder.server.ts'
import { ticketsPath } from '#app/kernel/ticket.ts'
import { ticketDocument } from '#app/ui/offline/offline-pages.server.tsx'

/** One booking ahead, as the phone keeps it. One that is over, or not theirs, leads to those that there are. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const tickets = await readTickets(context, ticketHolder(request, context))
	const ticket = tickets.find(({ name }) => name === params.name)
	if (!ticket) throw redirect(ticketsPath)
	const page = ticketDocument(ticket, { theme: readTheme(request), nonce: context.cspNonce })
	return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
