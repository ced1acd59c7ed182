import type { Clock } from '#app/kernel/instant.ts'
import { encryptPush, type PushKeys } from './push-encryption.server.ts'
import { isKnownPushService } from './push-services.ts'
import { type VapidKeys, vapidAuthorization } from './vapid.server.ts'

/** Where one browser gets push messages. */
export type PushAddress = PushKeys & { endpoint: string }

/** What a browser shows, and what a tap on it opens. */
export type PushMessage = {
	/** 32 letters at most: a later message with it takes the place of one that still waits (RFC 8030). */
	topic: string
	title: string
	words: string
	path: string
	/** So long a phone that is switched off may still get it. */
	ttlSeconds: number
	isUrgent: boolean
}

/** 'taken': the service brings it. 'ended': the browser is there no more. 'refused': not this time. Never throws. */
export type PushOutcome = { outcome: 'taken' | 'ended' } | { outcome: 'refused'; why: string }

export type PushSender = {
	/** What a browser subscribes with. */
	publicKey: string
	send(to: PushAddress, message: PushMessage): Promise<PushOutcome>
}

const TIMEOUT_MS = 5_000

/** Sends push messages, encrypted and signed, to the known push services alone. */
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

/** What the service worker reads. */
function shownText({ topic, title, words, path }: PushMessage): string {
	return JSON.stringify({ tag: topic, title, body: words, path })
}

function outcomeOf(status: number): PushOutcome {
	if (status >= 200 && status < 300) return { outcome: 'taken' }
	return status === 404 || status === 410
		? { outcome: 'ended' }
		: { outcome: 'refused', why: `HTTP ${status}` }
}
