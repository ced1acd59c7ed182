import type { Instant } from './instant.ts'

/**
 * The caller, before any lookup: the SHA-256 of the session cookie's token. Each statement about a person's rows finds
 * the person by it, which saves a round trip (db/actor.server.ts).
 */
export type Actor = {
	sessionHash: string
	/** Now, for the session's end. */
	at: Instant
}

/** What finds a guest's bookings: the e-mail, else the phone number, else the one checkout. */
export type GuestContact = { email: string } | { phone: string } | { checkoutId: string }

/**
 * The caller of a rate limit (D33): an account, by session or id, and a network. The network is not counted for an
 * account with a proven e-mail, or where its key is null.
 */
export type RateLimitedCaller = {
	actor?: Actor | null
	userId?: string | null
	networkKey: string | null
}
