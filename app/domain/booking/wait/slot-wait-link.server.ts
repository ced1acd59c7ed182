import { readToken, signToken } from '#app/kernel/signed.server.ts'

/** The token of a link that opens one place in a line, and no other, for the link's holder. Only mails have it. */
export function signSlotWaitLink(secrets: readonly string[], waitId: string): Promise<string> {
	return signToken(secrets, 'slot-wait', waitId)
}

/** The id of the wait that a token names; null unless one of the secrets signed the token. */
export function readSlotWaitLink(secrets: readonly string[], token: string): Promise<string | null> {
	return readToken(secrets, 'slot-wait', token)
}
