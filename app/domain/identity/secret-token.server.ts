import { createHash } from 'node:crypto'
import { randomBytes } from '#app/kernel/chance.server.ts'
import { keyedHash } from '#app/kernel/signed.server.ts'

/** 256 random bits in 43 URL-safe characters: what a session cookie carries. */
export function newSecretToken(): string {
	return Buffer.from(randomBytes(32)).toString('base64url')
}

/**
 * The only form in which a token is stored. A plain hash is enough for 256 random bits. The function is synchronous: a
 * read after an `await` would miss the page's one round trip.
 */
export function hashSecretToken(token: string): string {
	return createHash('sha256').update(token).digest('base64url')
}

/** Accepts anything shaped like a token; says nothing about whether it exists. */
export function isSecretToken(value: string): boolean {
	return /^[\w-]{43}$/.test(value)
}

/**
 * The token that a mail carries, made of the row's id and a server key. The row keeps only the token's hash, and the
 * queued message only names the row, so neither of them opens an account (docs/decisions/010).
 */
export function mailedToken(key: string, tokenId: string): string {
	return keyedHash(key, 'mailed-token', tokenId)
}

/**
 * Makes the token again when the mail is sent. The keys may have been rotated since; the stored hash tells which key
 * made the token. Null when that key is gone: no working mail can be sent.
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
