import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { readTickets } from '#app/flows/tickets/read-tickets.server.ts'
import { readTheme } from '#app/http/theme-cookie.ts'
import { ticketHolder } from '#app/http/ticket-holder.server.ts'
import { ticketsDocument } from '#app/ui/offline/offline-pages.server.tsx'

/** The bookings ahead of this browser and its customer, on a page without script. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const tickets = await readTickets(context, ticketHolder(request, context))
	const page = ticketsDocument(tickets, { theme: readTheme(request), nonce: context.cspNonce })
	return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
