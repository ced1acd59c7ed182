import { readToken, signToken } from '#app/kernel/signed-token.server.ts'

/**
 * The token of a link that shows one booking, and no other, to whoever holds it (decision D7). It does not expire: the
 * page itself shows only what the visit's state allows.
 */
export function signBookingLink(secrets: readonly string[], appointmentId: string): Promise<string> {
	return signToken(secrets, 'booking-link', appointmentId)
}

/** The appointment that a token was made for; null for anything that none of our keys signed. */
export function readBookingLink(secrets: readonly string[], token: string): Promise<string | null> {
	return readToken(secrets, 'booking-link', token)
}
