import type { Instant } from './instant.ts'

/**
 * The caller, before any lookup: the SHA-256 of the session cookie's token. Every statement about a person's rows takes
 * an actor and finds the person by itself (db/actor.server.ts). A page so learns its customer without a further round
 * trip.
 */
export type Actor = {
	sessionHash: string
	/** Now. The end of the session is compared with it. */
	at: Instant
}
