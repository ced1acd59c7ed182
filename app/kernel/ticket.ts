import type { Instant } from './instant.ts'

/** A coming booking as a phone keeps it, to show it offline. */
export type Ticket = {
	/** Its name in the address: a reference number, or the id of a session place. */
	name: string
	startsAt: Instant
	/** Shown until this instant. */
	endsAt: Instant
	/** 'Tue 24 Nov, 2:30 PM': a kept ticket never says 'today'. */
	when: string
	what: string
	/** First names; '' for none. */
	staff: string
	/** Null for a session, whose holder is the account. */
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

/** Its calendar file. */
export function ticketFilePath(name: string): string {
	return `${ticketPath(name)}/visit.ics`
}
