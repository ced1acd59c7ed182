import type { Instant } from './instant.ts'

/**
 * Who asks, before anybody has looked: the SHA-256 of the session cookie's token. Every statement about a person's rows
 * takes it and finds the person itself (db/actor.server.ts), so that a page knows its customer in the same trip.
 */
export type Actor = {
	sessionHash: string
	/** "Now", against which the session's end is compared. */
	at: Instant
}
