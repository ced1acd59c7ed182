import { readToken, signToken } from '#app/kernel/signed.server.ts'

/**
 * The token of a link that opens one appointment, and no other, for every holder of the link (D7). The token never
 * expires: the page shows only what the appointment's state allows.
 */
export function signBookingLink(secrets: readonly string[], appointmentId: string): Promise<string> {
	return signToken(secrets, 'booking-link', appointmentId)
}

/** The id of the appointment that a token names; null unless one of the secrets signed the token. */
export function readBookingLink(secrets: readonly string[], token: string): Promise<string | null> {
	return readToken(secrets, 'booking-link', token)
}
