import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { bytesOf } from './push-encryption.server.ts'

/**
 * The app's key pair for push messages, base64url: the public point with its 65 bytes, the private number with its
 * 32.
 */
export type VapidKeys = {
	publicKey: string
	privateKey: string
	/** Where a push service reaches the operator: a mailto: or https: address. */
	subject: string
}

/** Push services refuse tokens for longer than a day. */
const TOKEN_MS = 12 * HOUR_MS
const POINT_BYTES = 65

const signing = { name: 'ECDSA', namedCurve: 'P-256' }

/** Says to one push service who sends (RFC 8292): the value of `Authorization`, good for half a day. */
export async function vapidAuthorization(
	{ publicKey, privateKey, subject }: VapidKeys,
	{ origin, now }: { origin: string; now: Instant },
): Promise<string> {
	const claims = { aud: origin, exp: Math.floor((now + TOKEN_MS) / 1_000), sub: subject }
	const signed = `${jsonPart({ typ: 'JWT', alg: 'ES256' })}.${jsonPart(claims)}`
	const key = await crypto.subtle.importKey('jwk', privateJwk(publicKey, privateKey), signing, false, [
		'sign',
	])
	const signature = await crypto.subtle.sign(
		{ name: 'ECDSA', hash: 'SHA-256' },
		key,
		new TextEncoder().encode(signed),
	)
	return `vapid t=${signed}.${base64url(new Uint8Array(signature))}, k=${publicKey}`
}

function privateJwk(publicKey: string, privateKey: string): JsonWebKey {
	const point = bytesOf(publicKey)
	if (point.length !== POINT_BYTES) throw new Error('the public key of push messages is no point')
	return {
		kty: 'EC',
		crv: 'P-256',
		x: base64url(point.subarray(1, 33)),
		y: base64url(point.subarray(33)),
		d: privateKey,
	}
}

function jsonPart(value: object): string {
	return base64url(new TextEncoder().encode(JSON.stringify(value)))
}

function base64url(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')
}
