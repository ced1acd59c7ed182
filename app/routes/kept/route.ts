import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { readTickets } from '#app/flows/tickets/read-tickets.server.ts'
import { ticketHolder } from '#app/http/calendar-answer.server.ts'
import { OFFLINE_COPY_KEY_HEADER, offlineCopyKey } from '#app/http/offline-copy-key.server.ts'
import { readUser } from '#app/http/signed-in-user.server.ts'
import { readTheme } from '#app/http/unsigned-cookies.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Ticket, ticketFilePath, ticketPath } from '#app/kernel/ticket.ts'
import {
	keptDayDocument,
	keptDayRowMarkup,
	ticketDocument,
	ticketRowMarkup,
} from '#app/ui/offline/offline-pages.server.tsx'
import { keptDay } from './kept-day.server.ts'

/** A page or file that a browser keeps until an instant, and its row in the list of kept pages. */
type Kept = { path: string; until: Instant; type: string; body: string; row: string | null }

/**
 * What the service worker keeps about a person: tickets, and today's list of an open kiosk. One answer,
 * deleted whole. Its pages use the style of the frame kept beside them.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { settings, response } = context
	const [, tickets, day] = await Promise.all([
		readUser(request, context),
		readTickets(context, ticketHolder(request, context)),
		keptDay(request, context),
	])
	const appearance = { theme: readTheme(request), nonce: null }
	const items = [
		...(day ? [page('/kiosk', day.until, keptDayDocument(day, appearance), keptDayRowMarkup(day))] : []),
		...tickets.flatMap((ticket) => [
			page(
				ticketPath(ticket.name),
				ticket.endsAt,
				ticketDocument(ticket, appearance),
				ticketRowMarkup(ticket),
			),
			keptFile(ticket),
		]),
	]
	const now = context.now()
	const mark = offlineCopyKey(request, { ...settings, now }, response.isSignedOut)
	return Response.json({ for: mark, now, items }, { headers: { [OFFLINE_COPY_KEY_HEADER]: mark } })
}

function page(path: string, until: Instant, body: string, row: string): Kept {
	return { path, until, type: 'text/html; charset=utf-8', body, row }
}

function keptFile({ name, endsAt, calendarFile }: Ticket): Kept {
	return {
		path: ticketFilePath(name),
		until: endsAt,
		type: 'text/calendar; charset=utf-8',
		body: calendarFile,
		row: null,
	}
}
