import { keyedHash } from './keyed-hash.server.ts'

/** A keyed hash that stands for an e-mail in the rate limits, so that a stolen table reveals no address. */
export function rateLimitSubject(cookieKeys: readonly string[], email: string): string {
	return keyedHash(cookieKeys[0] ?? '', 'guess-subject', email)
}
