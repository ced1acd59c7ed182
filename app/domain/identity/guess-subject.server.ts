import { keyedHash } from './keyed-hash.server.ts'

/** What the counters know an e-mail by: whoever steals them learns no address, with an account or without. */
export function guessSubject(cookieKeys: readonly string[], email: string): string {
	return keyedHash(cookieKeys[0] ?? '', 'guess-subject', email)
}
