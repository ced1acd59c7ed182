import { CompactSign, compactVerify } from 'jose'

/** What a token opens. The purpose is part of the key, so that a token for one purpose opens nothing else. */
export type TokenPurpose =
	| 'booking-link'
	| 'claim-link'
	| 'payment-link'
	| 'checkout-copy'
	| 'member-code'
	| 'plan-promo'
	| 'slot-wait'
	| 'message-choice'
	| 'erase-guest'

/** No token of ours is longer; a longer one is not worth the work of checking it. */
const maxLengths: Record<TokenPurpose, number> = {
	'booking-link': 512,
	'claim-link': 512,
	'payment-link': 512,
	'checkout-copy': 4_096,
	'member-code': 512,
	'plan-promo': 512,
	'slot-wait': 512,
	'message-choice': 768,
	'erase-guest': 768,
}

const encoder = new TextEncoder()

/** One key per purpose, so that no other signature of the secret passes for a token. */
async function keyOf(secret: string, purpose: TokenPurpose): Promise<Uint8Array> {
	return new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(`${purpose}:${secret}`)))
}

/**
 * A URL-safe token of a text. Anybody can read the text, and only a holder of a secret can make the token. Equal texts
 * give equal tokens. The first secret signs.
 */
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

/** The text of a token; null unless one of the secrets signed the token for this purpose. */
export async function readToken(
	secrets: readonly string[],
	purpose: TokenPurpose,
	token: string,
): Promise<string | null> {
	if (token.length > maxLengths[purpose]) return null
	for (const secret of secrets) {
		try {
			const { payload } = await compactVerify(token, await keyOf(secret, purpose), { algorithms: ['HS256'] })
			return new TextDecoder().decode(payload)
		} catch {
			// Another secret, an older one, may have signed the token.
		}
	}
	return null
}
