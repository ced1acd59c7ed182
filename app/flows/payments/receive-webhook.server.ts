import type { PaymentProvider } from '#app/domain/payments/payment-provider.server.ts'
import type { TakenEvent } from '#app/domain/payments/webhook-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * What to answer the provider, and the events to process afterwards: none when another delivery processes or has
 * processed the event. 503: nothing was stored, so the provider has to send it again.
 */
export type Reception = { status: 200 | 401 | 503; taken: TakenEvent[] }

/**
 * Receives a webhook: checks its signature over the exact bytes, stores it, answers 200 (K24). It is processed later,
 * by asking the provider. A signed webhook that is not understood is answered 200 too: the provider would only send it
 * again.
 */
export async function receiveWebhook(
	deps: Pick<Repositories, 'payments' | 'writeBatch'> & {
		provider: Pick<PaymentProvider, 'name' | 'readEvent'>
		log: (line: string) => void
	},
	{ body, signature, now }: { body: Uint8Array<ArrayBuffer>; signature: string | null; now: Instant },
): Promise<Reception> {
	const read = await deps.provider.readEvent(body, signature)
	if (read.outcome === 'not_signed') return { status: 401, taken: [] }
	if (read.outcome === 'not_understood') {
		deps.log(`a signed webhook of ${body.byteLength} bytes was not understood`)
		return { status: 200, taken: [] }
	}
	const { event, dedupeKey, paymentReference, objectId, news } = read.event
	try {
		const received = deps.payments.webhooks.takeReceived({
			...{ id: newId(), provider: deps.provider.name, dedupeKey, event, paymentReference, objectId, now },
			isOfPayment: news?.about === 'payment',
			payload: read.payload,
		})
		const { taken } = await deps.writeBatch({ taken: received })
		return { status: 200, taken }
	} catch (error) {
		deps.log(`a webhook (${event}) was not kept: ${error instanceof Error ? error.name : 'no answer'}`)
		return { status: 503, taken: [] }
	}
}
