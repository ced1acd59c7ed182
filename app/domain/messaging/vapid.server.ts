import { base64url, type JWK, SignJWT } from 'jose'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { bytesOf } from './push-encryption.server.ts'

/** For push messages, base64url: the public point has 65 bytes, the private number 32. */
export type VapidKeys = {
	publicKey: string
	privateKey: string
	/** The operator's contact for push services: a mailto: or https: address. */
	subject: string
}

/** Push services refuse tokens for longer than a day. */
const TOKEN_MS = 12 * HOUR_MS
const POINT_BYTES = 65

/** The value of `Authorization` for one push service (RFC 8292), valid for half a day. */
export async function vapidAuthorization(
	{ publicKey, privateKey, subject }: VapidKeys,
	{ origin, now }: { origin: string; now: Instant },
): Promise<string> {
	const token = await new SignJWT({
		aud: origin,
		exp: Math.floor((now + TOKEN_MS) / 1_000),
		sub: subject,
	})
		.setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
		.sign(privateJwk(publicKey, privateKey))
	return `vapid t=${token}, k=${publicKey}`
}

function privateJwk(publicKey: string, privateKey: string): JWK {
	const point = bytesOf(publicKey)
	if (point.length !== POINT_BYTES) throw new Error('the public key of push messages is no point')
	return {
		kty: 'EC',
		crv: 'P-256',
		x: base64url.encode(point.subarray(1, 33)),
		y: base64url.encode(point.subarray(33)),
		d: privateKey,
	}
}
