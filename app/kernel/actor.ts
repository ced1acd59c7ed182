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
