import { CompactSign, compactVerify } from 'jose'

const encoder = new TextEncoder()

/** The link's own key, so that no other signature made with the same secret can stand for one. */
async function linkKey(secret: string): Promise<Uint8Array> {
	return new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(`booking-link:${secret}`)))
}

/**
 * The token of a link that shows one booking, and no other, to whoever holds it (decision D7). It does not expire: the
 * page itself shows only what the visit's state allows.
 */
export async function signBookingLink(secrets: readonly string[], appointmentId: string): Promise<string> {
	const [secret] = secrets
	if (secret === undefined) throw new Error('signing needs a key')
	return new CompactSign(encoder.encode(appointmentId))
		.setProtectedHeader({ alg: 'HS256' })
		.sign(await linkKey(secret))
}

/** The appointment that a token was made for; null for anything that none of our keys signed. */
export async function readBookingLink(secrets: readonly string[], token: string): Promise<string | null> {
	if (token.length > 512) return null
	for (const secret of secrets) {
		try {
			const { payload } = await compactVerify(token, await linkKey(secret), { algorithms: ['HS256'] })
			return new TextDecoder().decode(payload)
		} catch {
			// Not this key's: an older one may have signed it.
		}
	}
	return null
}
