import { keyedHash } from '#app/kernel/signed.server.ts'

/**
 * A keyed hash that stands for its subject in the rate limits, so that a stolen table reveals no address: an
 * account's id for what it does itself (S28), the e-mail whose password is tried, the mailbox that gets mail (S29).
 */
export function rateLimitSubject(cookieKeys: readonly string[], subject: string): string {
	return keyedHash(cookieKeys[0] ?? '', 'guess-subject', subject)
}
