import { CompactSign, compactVerify } from 'jose'

/** What a token lets its holder see. The word is part of the key: no token of one kind can stand for another. */
export type TokenPurpose = 'booking-link' | 'payment-link'

const encoder = new TextEncoder()

/** The purpose's own key, so that no other signature made with the same secret can stand for a token either. */
async function keyOf(secret: string, purpose: TokenPurpose): Promise<Uint8Array> {
	return new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(`${purpose}:${secret}`)))
}

/** A URL-safe token of this text, which can be read but not made by others; the same each time. The first secret signs. */
export async function signToken(
	secrets: readonly string[],
	purpose: TokenPurpose,
	text: string,
): Promise<string> {
	const [secret] = secrets
	if (secret === undefined) throw new Error('signing needs a key')
	return new CompactSign(encoder.encode(text))
		.setProtectedHeader({ alg: 'HS256' })
		.sign(await keyOf(secret, purpose))
}

/** The text that a token was made of; null for anything that none of our keys signed for this purpose. */
export async function readToken(
	secrets: readonly string[],
	purpose: TokenPurpose,
	token: string,
): Promise<string | null> {
	if (token.length > 512) return null
	for (const secret of secrets) {
		try {
			const { payload } = await compactVerify(token, await keyOf(secret, purpose), { algorithms: ['HS256'] })
			return new TextDecoder().decode(payload)
		} catch {
			// Not this key's: an older one may have signed it.
		}
	}
	return null
}
