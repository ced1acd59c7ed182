import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { readEndingToken, readToken, signEndingToken, signToken } from '#app/kernel/signed.server.ts'

/**
 * How long the links of a visit, and of the payment for it, open its pages: a year from its start (S46). Its account
 * and the browser that booked it go on seeing it.
 */
const LINK_LIFE_DAYS = 365

/** Whether the links of a visit that began, or begins, then have ended. */
export function haveLinksEnded(startsAt: Instant, now: Instant): boolean {
	return now > startsAt + LINK_LIFE_DAYS * DAY_MS
}

/**
 * The token of a link that opens one appointment, and no other, for every holder of the link (D7). The token itself
 * has no end, because a visit may be moved: see `haveLinksEnded`.
 */
export function signBookingLink(secrets: readonly string[], appointmentId: string): Promise<string> {
	return signToken(secrets, 'booking-link', appointmentId)
}

/** The id of the appointment that a token names; null unless one of the secrets signed the token. */
export function readBookingLink(secrets: readonly string[], token: string): Promise<string | null> {
	return readToken(secrets, 'booking-link', token)
}

/**
 * The token of a link that a shop hands to the customer of a visit that it booked. The shop knows it too: it shows the
 * visit, and cancels it while nothing of the customer's is at stake (decision 144). It opens nothing else.
 */
export function signHandedLink(secrets: readonly string[], appointmentId: string): Promise<string> {
	return signToken(secrets, 'handed-link', appointmentId)
}

/** The appointment that a token shows, and whether a shop handed the link on; null for a token of neither kind. */
export async function readShownLink(
	secrets: readonly string[],
	token: string,
): Promise<{ appointmentId: string; isHanded: boolean } | null> {
	const own = await readBookingLink(secrets, token)
	const appointmentId = own ?? (await readToken(secrets, 'handed-link', token))
	return appointmentId === null ? null : { appointmentId, isHanded: own === null }
}

/** A claim link proves the mailbox for so long. */
const CLAIM_LINK_MS = HOUR_MS

/** When a link of this instant ends. */
export function claimLinkEndsAt(sentAt: Instant): Instant {
	return sentAt + CLAIM_LINK_MS
}

/** The token of a link mailed to the booker: the account that opens it may claim that one booking (D8). */
export function signClaimLink(
	secrets: readonly string[],
	appointmentId: string,
	endsAt: Instant,
): Promise<string> {
	return signEndingToken(secrets, 'claim-link', { subject: appointmentId, endsAt })
}

/** The id of the appointment that a link names; null unless we signed it and it has not ended. */
export function readClaimLink(
	secrets: readonly string[],
	token: string,
	now: Instant,
): Promise<string | null> {
	return readEndingToken(secrets, 'claim-link', token, now)
}

/** The token of a link that opens one place in a line, and no other, for the link's holder. Only mails have it. */
export function signSlotWaitLink(secrets: readonly string[], waitId: string): Promise<string> {
	return signToken(secrets, 'slot-wait', waitId)
}

/** The id of the wait that a token names; null unless one of the secrets signed the token. */
export function readSlotWaitLink(secrets: readonly string[], token: string): Promise<string | null> {
	return readToken(secrets, 'slot-wait', token)
}
