const unambiguous = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 128 random bits in 22 URL-safe characters: the id of a row that a customer causes, and of a bearer secret. */
export function newId(): string {
	return base64Url(crypto.getRandomValues(new Uint8Array(16)))
}

/**
 * A short code to read out at a counter: no 0/O, no 1/I (spec 3, "Words and numbers"). It grants nothing alone.
 * 32 letters, so that each random byte maps without bias.
 */
export function newReadableCode(length: number): string {
	const bytes = crypto.getRandomValues(new Uint8Array(length))
	return Array.from(bytes, (byte) => unambiguous[byte % unambiguous.length]).join('')
}

/** An id that says what is in it: the same text has the same one, and no other text does. */
export async function contentId(text: string): Promise<string> {
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
	return base64Url(new Uint8Array(digest).subarray(0, 16))
}

function base64Url(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replace(/=+$/, '')
}
