import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { readEndingToken, signEndingToken } from '#app/kernel/signed.server.ts'

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
