import type { Actor } from './actor.ts'

/**
 * Who asks for something that has a ceiling (D33): their account, by its session or by its id, and their network. The
 * network is not counted for an account with a proven e-mail, and cannot be where its key is null.
 */
export type RateLimitedCaller = {
	actor?: Actor | null
	userId?: string | null
	networkKey: string | null
}
