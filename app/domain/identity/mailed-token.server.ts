import { keyedHash } from '#app/kernel/signed.server.ts'
import { hashSecretToken } from './secret-token.server.ts'

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
