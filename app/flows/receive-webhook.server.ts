import type { WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import { isSignedByPaystack } from '#app/domain/payments/paystack-signature.server.ts'
import { readWebhookEvent } from '#app/domain/payments/webhook-event.server.ts'
import type { TakenEvent, WebhookRepository } from '#app/domain/payments/webhook-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'

export type ReceiveWebhookDeps = {
	secretKeys: readonly string[]
	webhooks: Pick<WebhookRepository, 'takeReceived' | 'taken'>
	writeBatch: WriteBatch
	log: (line: string) => void
}

/**
 * What to answer Paystack, and the events to work afterwards: none for one that another delivery works, or has. 503:
 * nothing was kept, and it has to come again.
 */
export type Reception = { status: 200 | 401 | 503; taken: TakenEvent[] }

/**
 * Takes a webhook in: its signature over the very bytes, then its row, then 200 (guide: paystack, "The integration" 4).
 * What it says is worked later, by asking Paystack. What is signed and makes no sense is 200 too: it would only come again.
 */
export async function receiveWebhook(
	deps: ReceiveWebhookDeps,
	{ body, signature, now }: { body: Uint8Array<ArrayBuffer>; signature: string | null; now: Instant },
): Promise<Reception> {
	if (!(await isSignedByPaystack(deps.secretKeys, body, signature))) return { status: 401, taken: [] }
	const payload = new TextDecoder().decode(body)
	const event = readWebhookEvent(payload)
	if (!event) {
		deps.log(`a signed webhook of ${body.byteLength} bytes was not understood`)
		return { status: 200, taken: [] }
	}
	try {
		const received = deps.webhooks.takeReceived({ ...event, id: newId(), payload, now })
		const [written] = await deps.writeBatch([received])
		return { status: 200, taken: deps.webhooks.taken(written) }
	} catch (error) {
		deps.log(`a webhook (${event.event}) was not kept: ${error instanceof Error ? error.name : 'no answer'}`)
		return { status: 503, taken: [] }
	}
}
