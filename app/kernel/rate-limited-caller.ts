import type { Actor } from './actor.ts'

/**
 * The caller of a rate limit (D33): an account, by session or id, and a network. The network is not counted for an
 * account with a proven e-mail, or where its key is null.
 */
export type RateLimitedCaller = {
	actor?: Actor | null
	userId?: string | null
	networkKey: string | null
}
