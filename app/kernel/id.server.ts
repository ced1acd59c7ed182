import { randomBytes } from './chance.server.ts'

/** Accepts anything shaped like an id; says nothing about whether it exists. */
export const ID_PATTERN = /^[\w-]{1,64}$/

const unambiguous = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 128 random bits in 22 URL-safe characters: for rows that customers create and for bearer secrets. */
export function newId(): string {
	return Buffer.from(randomBytes(16)).toString('base64url')
}

/**
 * A short code to read out: no 0/O, no 1/I (C68). It grants nothing alone. 32 letters map random bytes without bias.
 */
export function newReadableCode(length: number): string {
	return Array.from(randomBytes(length), (byte) => unambiguous[byte % unambiguous.length]).join('')
}

/** 128 bits of the text's hash: equal texts have equal ids. */
export async function contentId(text: string): Promise<string> {
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
	return Buffer.from(digest, 0, 16).toString('base64url')
}

/** Null for a text that is not shaped like an id. Says nothing about whether it exists. */
export function readId(value: unknown): string | null {
	return typeof value === 'string' && ID_PATTERN.test(value) ? value : null
}
