import { isSignedByPaystack } from '#app/domain/payments/paystack-signature.server.ts'
import { readWebhookEvent } from '#app/domain/payments/webhook-event.server.ts'
import type { TakenEvent } from '#app/domain/payments/webhook-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * What to answer Paystack, and the events to process afterwards: none when another delivery processes or has
 * processed the event. 503: nothing was stored, so Paystack has to send it again.
 */
export type Reception = { status: 200 | 401 | 503; taken: TakenEvent[] }

/**
 * Receives a webhook: checks its signature over the exact bytes, stores it, answers 200 (K24). It is processed later,
 * by asking Paystack. A signed webhook that is not understood is answered 200 too: Paystack would only send it again.
 */
export async function receiveWebhook(
	deps: Pick<Repositories, 'payments' | 'writeBatch'> & {
		secretKeys: readonly string[]
		log: (line: string) => void
	},
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
		const received = deps.payments.webhooks.takeReceived({ ...event, id: newId(), payload, now })
		const { taken } = await deps.writeBatch({ taken: received })
		return { status: 200, taken }
	} catch (error) {
		deps.log(`a webhook (${event.event}) was not kept: ${error instanceof Error ? error.name : 'no answer'}`)
		return { status: 503, taken: [] }
	}
}
