import type { Instant } from './instant.ts'

/** A booking ahead as a phone keeps it, to be shown without a line. */
export type Ticket = {
	/** Names it in its address: a reference number, or the id of a place in a session. */
	name: string
	startsAt: Instant
	/** It is not shown past this instant. */
	endsAt: Instant
	/** 'Tue 24 Nov, 2:30 PM': a kept ticket never says 'today'. */
	when: string
	what: string
	/** First names of those who do it; empty where there are none. */
	staff: string
	/** The customer's; null for a session, whose holder is the account. */
	firstName: string | null
	/** Null for a session. */
	referenceNumber: string | null
	shop: { name: string; address: string; landmark: string | null; phone: string | null }
	/** When it was read: 'Tue 24 Nov, 2:02 PM'. */
	asOf: string
	calendarFile: string
}

export const ticketsPath = '/tickets'

export function ticketPath(name: string): string {
	return `${ticketsPath}/${name}`
}

/** The ticket as a file for a calendar. */
export function ticketFilePath(name: string): string {
	return `${ticketPath(name)}/visit.ics`
}
