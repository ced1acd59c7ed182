import { base64url, type JWK, SignJWT } from 'jose'
import { type Clock, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { decodeBase64Url, encryptPush, type PushKeys } from './push-encryption.server.ts'
import { isKnownPushService } from './push-services.ts'

/** For push messages, base64url: the public point has 65 bytes, the private number 32. */
type VapidKeys = {
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
	const point = decodeBase64Url(publicKey)
	if (point.length !== POINT_BYTES) throw new Error('the public key of push messages is no point')
	return {
		kty: 'EC',
		crv: 'P-256',
		x: base64url.encode(point.subarray(1, 33)),
		y: base64url.encode(point.subarray(33)),
		d: privateKey,
	}
}

export type PushAddress = PushKeys & { endpoint: string }

/** A browser's notification; a tap on it opens `path`. */
export type PushMessage = {
	/** At most 32 letters: a later message with it replaces a waiting one (RFC 8030). */
	topic: string
	title: string
	words: string
	path: string
	/** How long the service keeps it for a phone that is off. */
	ttlSeconds: number
	isUrgent: boolean
}

/** 'taken': the service delivers it. 'ended': the browser's subscription is gone. 'refused': this attempt failed. */
export type PushOutcome = { outcome: 'taken' | 'ended' } | { outcome: 'refused'; why: string }

export type PushSender = {
	/** Browsers subscribe with it. */
	publicKey: string
	send(to: PushAddress, message: PushMessage): Promise<PushOutcome>
}

const TIMEOUT_MS = 5_000

/** Sends push messages, encrypted and signed, to the known push services alone. Never throws. */
export function createPushSender(
	keys: VapidKeys,
	{ isProduction, now, timeoutMs = TIMEOUT_MS }: { isProduction: boolean; now: Clock; timeoutMs?: number },
): PushSender {
	return {
		publicKey: keys.publicKey,
		async send(to, message) {
			if (!isKnownPushService(to.endpoint, { isProduction }))
				return { outcome: 'refused', why: 'unknown service' }
			try {
				const response = await fetch(to.endpoint, {
					method: 'POST',
					headers: {
						authorization: await vapidAuthorization(keys, {
							origin: new URL(to.endpoint).origin,
							now: now(),
						}),
						'content-encoding': 'aes128gcm',
						'content-type': 'application/octet-stream',
						ttl: String(message.ttlSeconds),
						urgency: message.isUrgent ? 'high' : 'normal',
						topic: message.topic,
					},
					body: await encryptPush(shownText(message), to),
					redirect: 'manual',
					signal: AbortSignal.timeout(timeoutMs),
				})
				await response.body?.cancel().catch(() => {})
				return readPushOutcome(response.status)
			} catch (error) {
				return { outcome: 'refused', why: error instanceof Error ? error.name : 'no answer' }
			}
		},
	}
}

/** The service worker reads this. */
function shownText({ topic, title, words, path }: PushMessage): string {
	return JSON.stringify({ tag: topic, title, body: words, path })
}

function readPushOutcome(status: number): PushOutcome {
	if (status >= 200 && status < 300) return { outcome: 'taken' }
	return status === 404 || status === 410
		? { outcome: 'ended' }
		: { outcome: 'refused', why: `HTTP ${status}` }
}
