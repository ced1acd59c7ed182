import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in 43 URL-safe characters: what a session cookie carries. */
export function newSecretToken(): string {
	return randomBytes(32).toString('base64url')
}

/**
 * The only form in which a token is kept. A plain hash is enough for 256 random bits. Synchronous, so that the read that
 * needs it still joins the page's one trip.
 */
export function hashSecretToken(token: string): string {
	return createHash('sha256').update(token).digest('base64url')
}

/** As far as any token of ours could look like it. */
export function isSecretToken(value: string): boolean {
	return /^[\w-]{43}$/.test(value)
}
