import type { Clock } from '#app/kernel/instant.ts'
import { encryptPush, type PushKeys } from './push-encryption.server.ts'
import { isKnownPushService } from './push-services.ts'
import { type VapidKeys, vapidAuthorization } from './vapid.server.ts'

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

/** 'taken': the service brings it. 'ended': the browser's subscription is gone. 'refused': this attempt failed. */
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
				return outcomeOf(response.status)
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

function outcomeOf(status: number): PushOutcome {
	if (status >= 200 && status < 300) return { outcome: 'taken' }
	return status === 404 || status === 410
		? { outcome: 'ended' }
		: { outcome: 'refused', why: `HTTP ${status}` }
}
