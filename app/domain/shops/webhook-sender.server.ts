import { createHmac } from 'node:crypto'
import type { Instant } from '#app/kernel/instant.ts'

/** Of one shop. */
export const MAX_WEBHOOKS = 5

/** For a shop's program to answer. */
export const WEBHOOK_TIMEOUT_MS = 5_000
/** Deliveries hold ids, times and amounts only. */
const MAX_BODY_BYTES = 10 * 1024

/** 't=…,v1=…': the HMAC of time and body, which the shop's program computes too. */
function webhookSignature(secret: string, at: Instant, body: string): string {
	const seconds = Math.floor(at / 1_000)
	return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export type PostDelivery = (url: string, init: RequestInit) => Promise<Response>

/** Posts one delivery; gives its result in a few words. The answer's body is not read. */
export async function sendDelivery(
	{
		url,
		secret,
		deliveryId,
		kind,
		body,
	}: { url: string; secret: string; deliveryId: string; kind: string; body: string },
	{
		now,
		timeoutMs,
		post = (to, init) => fetch(to, init),
	}: { now: Instant; timeoutMs: number; post?: PostDelivery | undefined },
): Promise<{ isDelivered: boolean; result: string }> {
	if (new TextEncoder().encode(body).byteLength > MAX_BODY_BYTES)
		return { isDelivered: false, result: 'longer than 10 KB' }
	try {
		const response = await post(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				'user-agent': 'Wakati-Webhooks/1',
				'wakati-event': kind,
				'wakati-delivery': deliveryId,
				'wakati-signature': webhookSignature(secret, now, body),
			},
			body,
			redirect: 'manual',
			signal: AbortSignal.timeout(timeoutMs),
		})
		await response.body?.cancel().catch(() => {})
		return { isDelivered: response.status >= 200 && response.status < 300, result: `HTTP ${response.status}` }
	} catch (error) {
		const isLate = error instanceof Error && error.name === 'TimeoutError'
		return { isDelivered: false, result: isLate ? 'no answer in time' : 'no connection' }
	}
}
