import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { readTheme } from '#app/http/theme-cookie.ts'
import { ticketsPath } from '#app/kernel/ticket.ts'
import { ticketDocument } from '#app/ui/offline/offline-pages.server.tsx'
import { ownTickets } from './tickets/own-tickets.server.ts'

/** One booking ahead, as the phone keeps it. One that is over, or not theirs, leads to those that there are. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const tickets = await ownTickets(request, context)
	const ticket = tickets.find(({ name }) => name === params.name)
	if (!ticket) throw redirect(ticketsPath)
	const page = ticketDocument(ticket, { theme: readTheme(request), nonce: context.cspNonce })
	return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
