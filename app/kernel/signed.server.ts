import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { CompactSign, compactVerify, EncryptJWT, jwtDecrypt } from 'jose'
import type { Instant } from './instant.ts'

/*
 * Every value that only a holder of a key can make, in three forms. Each names its purpose, so that a value for one
 * purpose serves no other. Several keys may stand: the first makes, each of them reads.
 *
 * - `keyedHash`: proof beside a value, such as a cookie's. Synchronous, so that reads may follow in the same tick.
 * - `signToken`: a text for an address or a mail, which its reader may read.
 * - `sealToken`: a value for an address that says nothing of it, for one audience and a limited time.
 */

/** HMAC-SHA-256 of a value, URL-safe. */
export function keyedHash(key: string, purpose: string, value: string): string {
	return createHmac('sha256', key).update(`${purpose}:${value}`).digest('base64url')
}

/** Whether one of the keys made this hash of the value. */
export function isKeyedHash(keys: readonly string[], purpose: string, value: string, hash: string): boolean {
	return keys.some((key) => isSameText(keyedHash(key, purpose, value), hash))
}

/** Compares secrets by their digests, in constant time: how long it takes says nothing of where they differ. */
export function isSameText(one: string, other: string): boolean {
	return timingSafeEqual(digestOf(one), digestOf(other))
}

function digestOf(text: string): Buffer {
	return createHash('sha256').update(text).digest()
}

/** What a signed token opens. */
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

/** A URL-safe token of a text (JWS, HS256), which any reader can read. Equal texts give equal tokens. */
export async function signToken(
	keys: readonly string[],
	purpose: TokenPurpose,
	text: string,
): Promise<string> {
	return new CompactSign(encoder.encode(text))
		.setProtectedHeader({ alg: 'HS256' })
		.sign(await signingKey(firstOf(keys), purpose))
}

/** The text of a token; null unless one of the keys signed the token for this purpose. */
export async function readToken(
	keys: readonly string[],
	purpose: TokenPurpose,
	token: string,
): Promise<string | null> {
	if (token.length > maxLengths[purpose]) return null
	return withAnyKey(keys, async (key) => {
		const { payload } = await compactVerify(token, await signingKey(key, purpose), { algorithms: ['HS256'] })
		return new TextDecoder().decode(payload)
	})
}

/** What a sealed token is for. */
export type SealedPurpose = 'shown-member'

/** The longest has two names of 60 letters, each of four bytes. */
const MAX_SEALED_LENGTH = 2_000

/** A URL-safe token (JWE, A256GCM) that none but a holder of the keys can read; two of one value differ. */
export async function sealToken<Claims extends Record<string, string>>(
	keys: readonly string[],
	purpose: SealedPurpose,
	{ claims, audience, expiresAt }: { claims: Claims; audience: string; expiresAt: Instant },
): Promise<string> {
	return new EncryptJWT(claims)
		.setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
		.setAudience(audience)
		.setExpirationTime(Math.ceil(expiresAt / 1_000))
		.encrypt(await sealingKey(firstOf(keys), purpose))
}

/** The claims of a sealed token; null for another audience or purpose, for one that is over, and for a forged one. */
export async function openSealedToken(
	keys: readonly string[],
	purpose: SealedPurpose,
	token: string,
	{ audience, now }: { audience: string; now: Instant },
): Promise<Record<string, unknown> | null> {
	if (token.length > MAX_SEALED_LENGTH) return null
	return withAnyKey(keys, async (key) => {
		const { payload } = await jwtDecrypt(token, await sealingKey(key, purpose), {
			audience,
			currentDate: new Date(now),
			requiredClaims: ['exp'],
			keyManagementAlgorithms: ['dir'],
			contentEncryptionAlgorithms: ['A256GCM'],
		})
		return payload
	})
}

function firstOf([key]: readonly string[]): string {
	if (key === undefined) throw new Error('signing needs a key')
	return key
}

/** What the first key gives that reads it; null where none does. */
async function withAnyKey<Value>(
	keys: readonly string[],
	read: (key: string) => Promise<Value>,
): Promise<Value | null> {
	for (const key of keys) {
		try {
			return await read(key)
		} catch {
			// Another key, an older one, may have made it.
		}
	}
	return null
}

async function signingKey(key: string, purpose: TokenPurpose): Promise<Uint8Array> {
	return new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(`${purpose}:${key}`)))
}

/** HKDF, so that the key that seals is none that signs. */
async function sealingKey(key: string, purpose: SealedPurpose): Promise<Uint8Array> {
	const secret = await crypto.subtle.importKey('raw', encoder.encode(key), 'HKDF', false, ['deriveBits'])
	const derivation = {
		name: 'HKDF',
		hash: 'SHA-256',
		salt: new Uint8Array(),
		info: encoder.encode(`seal:${purpose}`),
	}
	return new Uint8Array(await crypto.subtle.deriveBits(derivation, secret, 256))
}
