import { createHash } from 'node:crypto'
import { randomBytes } from '#app/kernel/chance.server.ts'
import { keyedHash } from '#app/kernel/signed.server.ts'

/** 256 random bits in 43 URL-safe characters, as in a session cookie. */
export function newSecretToken(): string {
	return Buffer.from(randomBytes(32)).toString('base64url')
}

/**
 * The only stored form of a token: a plain hash is enough for 256 random bits. Synchronous, because a read after an
 * `await` would miss the page's one round trip.
 */
export function hashSecretToken(token: string): string {
	return createHash('sha256').update(token).digest('base64url')
}

/** Checks the shape only. */
export function isSecretToken(value: string): boolean {
	return /^[\w-]{43}$/.test(value)
}

/**
 * A mail's token, from the row's id and a server key. The row keeps its hash and the queued message names the row, so
 * neither opens an account (docs/decisions/010).
 */
export function mailedToken(key: string, tokenId: string): string {
	return keyedHash(key, 'mailed-token', tokenId)
}

/**
 * Makes the token again when the mail is sent, by the key that made the stored hash: keys may have rotated. Null where
 * that key is gone.
 */
export function findMailedToken(
	keys: readonly string[],
	token: { id: string; tokenHash: string },
): string | null {
	for (const key of keys) {
		const candidate = mailedToken(key, token.id)
		if (hashSecretToken(candidate) === token.tokenHash) return candidate
	}
	return null
}

/**
 * A keyed hash, so that a stolen table reveals no address. Subjects are an account's id (S28), the e-mail whose
 * password is tried, and the mailbox that gets mail (S29).
 */
export function rateLimitSubject(cookieKeys: readonly string[], subject: string): string {
	return keyedHash(cookieKeys[0] ?? '', 'guess-subject', subject)
}
