import { keyedHash } from './keyed-hash.server.ts'
import { hashSecretToken } from './secret-token.server.ts'

/**
 * The token that a mail carries. It is made of the row's id and a server key, so that neither the row (which keeps its
 * hash) nor the queued message (which names the row) holds anything that opens an account (docs/decisions/010).
 */
export function mailedToken(key: string, tokenId: string): string {
	return keyedHash(key, 'mailed-token', tokenId)
}

/**
 * The token again, when the mail is sent: the key that signed may have been rotated since, so the stored hash says which
 * one it was. Null when that key is gone: then no working mail can be sent.
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
