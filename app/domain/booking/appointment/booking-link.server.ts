import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { readEndingToken, readToken, signEndingToken, signToken } from '#app/kernel/signed.server.ts'

/**
 * Visit and payment links work for a year from the visit's start (S46). The visit's account and browser see it longer.
 */
const LINK_LIFE_DAYS = 365

export function haveLinksEnded(startsAt: Instant, now: Instant): boolean {
	return now > startsAt + LINK_LIFE_DAYS * DAY_MS
}

/** Opens one appointment for every holder (D7). Without an end, because a visit may be moved: see `haveLinksEnded`. */
export function signBookingLink(secrets: readonly string[], appointmentId: string): Promise<string> {
	return signToken(secrets, 'booking-link', appointmentId)
}

/** The appointment's id; null unless one of the secrets signed the token. */
export function readBookingLink(secrets: readonly string[], token: string): Promise<string | null> {
	return readToken(secrets, 'booking-link', token)
}

/**
 * A link that the shop hands to the customer of a visit it booked. The shop knows the link too. So it only shows the
 * visit, or cancels a guest's while nothing is paid and no saving used (decision 144).
 */
export function signHandedLink(secrets: readonly string[], appointmentId: string): Promise<string> {
	return signToken(secrets, 'handed-link', appointmentId)
}

/** Reads a booking link or a handed link; null for any other. */
export async function readShownLink(
	secrets: readonly string[],
	token: string,
): Promise<{ appointmentId: string; isHanded: boolean } | null> {
	const own = await readBookingLink(secrets, token)
	const appointmentId = own ?? (await readToken(secrets, 'handed-link', token))
	return appointmentId === null ? null : { appointmentId, isHanded: own === null }
}

/** A claim link proves the mailbox for this long. */
const CLAIM_LINK_MS = HOUR_MS

export function claimLinkEndsAt(sentAt: Instant): Instant {
	return sentAt + CLAIM_LINK_MS
}

/** Mailed to the booker: the account that opens it may claim that one booking (D8). */
export function signClaimLink(
	secrets: readonly string[],
	appointmentId: string,
	endsAt: Instant,
): Promise<string> {
	return signEndingToken(secrets, 'claim-link', { subject: appointmentId, endsAt })
}

/** The appointment's id; null unless we signed the token and it has not ended. */
export function readClaimLink(
	secrets: readonly string[],
	token: string,
	now: Instant,
): Promise<string | null> {
	return readEndingToken(secrets, 'claim-link', token, now)
}

/** Opens one place in a line for the link's holder. Only mails have it. */
export function signSlotWaitLink(secrets: readonly string[], waitId: string): Promise<string> {
	return signToken(secrets, 'slot-wait', waitId)
}

/** The wait's id; null unless one of the secrets signed the token. */
export function readSlotWaitLink(secrets: readonly string[], token: string): Promise<string | null> {
	return readToken(secrets, 'slot-wait', token)
}
