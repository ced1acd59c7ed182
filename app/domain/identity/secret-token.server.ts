import { createHash } from 'node:crypto'
import { randomBytes } from '#app/kernel/chance.server.ts'

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
