import { keyedHash } from '#app/kernel/signed.server.ts'

/**
 * A keyed hash, so that a stolen table reveals no address. Subjects are an account's id (S28), the e-mail whose
 * password is tried, and the mailbox that gets mail (S29).
 */
export function rateLimitSubject(cookieKeys: readonly string[], subject: string): string {
	return keyedHash(cookieKeys[0] ?? '', 'guess-subject', subject)
}
