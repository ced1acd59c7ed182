import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { CompactSign, compactVerify, EncryptJWT, jwtDecrypt } from 'jose'
import type { Instant } from './instant.ts'

/*
 * Values that only the holder of a key can make. Each serves one purpose. The first key signs; each key verifies.
 * - `keyedHash`: proof beside a value, such as a cookie's. Synchronous.
 * - `signToken`, `signEndingToken`: a readable text for an address or a mail.
 * - `sealToken`: an unreadable value for an address, for one audience and a limited time.
 */

/** Stored hashes name their purpose, so these words stay. */
export type HashPurpose =
	| 'mailed-token'
	| 'guess-subject'
	| 'known-account'
	| 'kiosk-pin'
	| 'device-link'
	| 'calendar-feed'
	| 'api-key'
	| 'shown-member'
	| 'voucher-words'
	| 'network'
	| 'card'
	| 'database'
	| `cookie:${string}`

/** HMAC-SHA-256, URL-safe. */
export function keyedHash(key: string, purpose: HashPurpose, value: string): string {
	return createHmac('sha256', key).update(`${purpose}:${value}`).digest('base64url')
}

export function isKeyedHash(
	keys: readonly string[],
	purpose: HashPurpose,
	value: string,
	hash: string,
): boolean {
	return keys.some((key) => isSameText(keyedHash(key, purpose, value), hash))
}

/** Compares digests in constant time. */
export function isSameText(one: string, other: string): boolean {
	return timingSafeEqual(digestText(one), digestText(other))
}

function digestText(text: string): Buffer {
	return createHash('sha256').update(text).digest()
}

/** Lasts as long as its key. */
type LastingPurpose =
	| 'booking-link'
	| 'handed-link'
	| 'payment-link'
	| 'checkout-copy'
	| 'plan-promo'
	| 'slot-wait'
	| 'message-choice'

/** Ends at an instant in its text. */
type EndingPurpose = 'claim-link' | 'member-code' | 'erase-guest'

type TokenPurpose = LastingPurpose | EndingPurpose

/** A longer token is not worth checking. */
const maxLengths: Record<TokenPurpose, number> = {
	'booking-link': 512,
	'handed-link': 512,
	'claim-link': 512,
	'payment-link': 512,
	'checkout-copy': 4_096,
	'member-code': 512,
	'plan-promo': 512,
	'slot-wait': 512,
	'message-choice': 768,
	'erase-guest': 768,
}

/** Subject and end in one text. Issued mails and codes have it, so it stays. */
const endingTexts: Record<
	EndingPurpose,
	{ write: (subject: string, endsAt: Instant) => string; read: RegExp }
> = {
	'claim-link': {
		write: (subject, endsAt) => `${subject} ${endsAt}`,
		read: /^(?<subject>\S+) (?<endsAt>\d{1,15})$/,
	},
	'member-code': {
		write: (subject, endsAt) => `${subject}.${endsAt}`,
		read: /^(?<subject>.+)\.(?<endsAt>\d{1,15})$/,
	},
	'erase-guest': {
		write: (subject, endsAt) => `${endsAt}:${subject}`,
		read: /^(?<endsAt>\d{1,15}):(?<subject>.+)$/,
	},
}

const encoder = new TextEncoder()

/** A URL-safe token (JWS, HS256). Equal texts give equal tokens. */
export function signToken(keys: readonly string[], purpose: LastingPurpose, text: string): Promise<string> {
	return sign(keys, purpose, text)
}

/** Null unless one of the keys signed it for this purpose. */
export function readToken(
	keys: readonly string[],
	purpose: LastingPurpose,
	token: string,
): Promise<string | null> {
	return verifiedText(keys, purpose, token)
}

export function signEndingToken(
	keys: readonly string[],
	purpose: EndingPurpose,
	{ subject, endsAt }: { subject: string; endsAt: Instant },
): Promise<string> {
	return sign(keys, purpose, endingTexts[purpose].write(subject, endsAt))
}

/** The subject; null unless one of the keys signed the token for this purpose and it has not ended. */
export async function readEndingToken(
	keys: readonly string[],
	purpose: EndingPurpose,
	token: string,
	now: Instant,
): Promise<string | null> {
	const text = await verifiedText(keys, purpose, token)
	const { subject, endsAt } = endingTexts[purpose].read.exec(text ?? '')?.groups ?? {}
	return subject !== undefined && now < Number(endsAt) ? subject : null
}

async function sign(keys: readonly string[], purpose: TokenPurpose, text: string): Promise<string> {
	return new CompactSign(encoder.encode(text))
		.setProtectedHeader({ alg: 'HS256' })
		.sign(await derivedKey(newestKey(keys), purpose))
}

async function verifiedText(
	keys: readonly string[],
	purpose: TokenPurpose,
	token: string,
): Promise<string | null> {
	if (token.length > maxLengths[purpose]) return null
	return withAnyKey(keys, async (key) => {
		const { payload } = await compactVerify(token, await derivedKey(key, purpose), { algorithms: ['HS256'] })
		return new TextDecoder().decode(payload)
	})
}

type SealedPurpose = 'shown-member'

/** The longest has two names of 60 letters, each of four bytes. */
const MAX_SEALED_LENGTH = 2_000

/** A URL-safe token (JWE, A256GCM) that only holders of the keys can read; two of one value differ. */
export async function sealToken(
	keys: readonly string[],
	purpose: SealedPurpose,
	{ claims, audience, expiresAt }: { claims: Record<string, string>; audience: string; expiresAt: Instant },
): Promise<string> {
	return new EncryptJWT(claims)
		.setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
		.setAudience(audience)
		.setExpirationTime(Math.ceil(expiresAt / 1_000))
		.encrypt(await derivedKey(newestKey(keys), `seal:${purpose}`))
}

/** Null for another audience or purpose, an ended or a forged token. */
export async function openSealedToken(
	keys: readonly string[],
	purpose: SealedPurpose,
	token: string,
	{ audience, now }: { audience: string; now: Instant },
): Promise<Record<string, unknown> | null> {
	if (token.length > MAX_SEALED_LENGTH) return null
	return withAnyKey(keys, async (key) => {
		const { payload } = await jwtDecrypt(token, await derivedKey(key, `seal:${purpose}`), {
			audience,
			currentDate: new Date(now),
			requiredClaims: ['exp'],
			keyManagementAlgorithms: ['dir'],
			contentEncryptionAlgorithms: ['A256GCM'],
		})
		return payload
	})
}

function newestKey([key]: readonly string[]): string {
	if (key === undefined) throw new Error('signing needs a key')
	return key
}

async function withAnyKey<Value>(
	keys: readonly string[],
	read: (key: string) => Promise<Value>,
): Promise<Value | null> {
	for (const key of keys) {
		try {
			return await read(key)
		} catch {
			// An older key may have made it.
		}
	}
	return null
}

/** One key for each use: a signature or a seal for one purpose passes for no other. */
async function derivedKey(key: string, use: TokenPurpose | `seal:${SealedPurpose}`): Promise<Uint8Array> {
	return new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(`${use}:${key}`)))
}
