const encoder = new TextEncoder()

/** 64 bytes in lower-case hex, as Paystack writes it. */
const signaturePattern = /^[0-9a-f]{128}$/

/**
 * The header is the HMAC-SHA-512 of these exact bytes with one of our keys, also the one before a rotation (K6).
 * `verify` compares in constant time.
 */
export async function isSignedByPaystack(
	secretKeys: readonly string[],
	rawBody: Uint8Array<ArrayBuffer>,
	signatureHeader: string | null,
): Promise<boolean> {
	if (signatureHeader === null || !signaturePattern.test(signatureHeader)) return false
	const signature = Uint8Array.from(signatureHeader.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
	for (const secretKey of secretKeys) {
		const key = await crypto.subtle.importKey(
			'raw',
			encoder.encode(secretKey),
			{ name: 'HMAC', hash: 'SHA-512' },
			false,
			['verify'],
		)
		if (await crypto.subtle.verify('HMAC', key, signature, rawBody)) return true
	}
	return false
}
