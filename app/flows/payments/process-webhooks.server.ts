import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { alertLine, noProvider } from '#app/domain/payments/payment.ts'
import type { PaymentProvider } from '#app/domain/payments/payment-provider.server.ts'
import type { ProviderEvent } from '#app/domain/payments/provider-event.ts'
import type { TakenEvent } from '#app/domain/payments/webhook-repository.server.ts'
import type { AppointmentRefundedDeps } from '#app/flows/lifecycle/on-appointment-refunded.server.ts'
import type { PlanRefundedDeps } from '#app/flows/lifecycle/refund-plan.server.ts'
import { applyTransferEvent } from '#app/flows/payouts/ask-provider.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { type HasTime, HOUR_MS, type Instant, untilDone } from '#app/kernel/instant.ts'
import { mapConcurrently } from '#app/kernel/map-concurrently.server.ts'
import { providerLabel } from '#app/kernel/vocabulary/payments.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { applyDisputeEvent } from './apply-dispute-event.server.ts'
import { applyRefundEvent } from './apply-refund-event.server.ts'
import { NotAnsweredError, type SettlePaymentDeps, settlePayment } from './settle-payment.server.ts'

/** `taken` is empty where another delivery has the event. 503: nothing was stored, so the provider must repeat it. */
type Reception = { status: 200 | 401 | 503; taken: TakenEvent[] }

/**
 * Receives a webhook: checks its signature over the exact bytes, stores it, answers 200 (K24). Processing asks the
 * provider later. A signed but unknown webhook is also answered 200: a repeat would not help.
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

type ProcessWebhooksDeps = SettlePaymentDeps &
	AppointmentRefundedDeps &
	PlanRefundedDeps &
	Pick<Repositories, 'payments' | 'payouts'> & {
		onlinePayments: Pick<OnlinePayments, 'providers' | 'mode'> | null
	}

const BATCH_SIZE = 20
const CONCURRENCY = 4

/** A Worker may make 1,000 requests in a run, and an event takes five at most. */
const MAX_EVENTS_IN_A_RUN = 100

/** An event that is not true after this long is left to the operator. */
const PATIENCE_MS = 72 * HOUR_MS

const ALERT_EVERY = 10

/** Every minute: processes events that their own request did not finish, while there is time (W13). */
export async function processDueWebhooks(
	deps: ProcessWebhooksDeps,
	now: Instant,
	hasTime: HasTime = untilDone,
): Promise<number> {
	let taken = 0
	while (hasTime() && taken < MAX_EVENTS_IN_A_RUN) {
		const { events } = await deps.writeBatch({ events: deps.payments.webhooks.takeDue(now, BATCH_SIZE) })
		await processWebhooks(deps, events, now)
		taken += events.length
		if (events.length < BATCH_SIZE) break
	}
	return taken
}

/**
 * Processes events that this caller has taken. An event is done once all that follows from it is written. A failed one
 * stops no other, and the sweeper repeats it. Never throws.
 */
export async function processWebhooks(
	deps: ProcessWebhooksDeps,
	events: readonly TakenEvent[],
	now: Instant,
): Promise<void> {
	await mapConcurrently(events, CONCURRENCY, async (event) => {
		const name = `webhook ${event.id} (${event.event})`
		try {
			const outcome = await processEvent(deps, event, now)
			if (outcome !== 'done') deps.log(`${name} changes nothing: ${outcome}`)
			await deps.writeBatch([deps.payments.webhooks.markProcessed(event.id, now)])
		} catch (error) {
			deps.log(`${name} waits: ${errorName(error)}`)
			const { attemptCount } = event
			if (attemptCount % ALERT_EVERY === 0)
				deps.log(
					alertLine(
						event.paymentReference ?? '(none)',
						`${name} was tried ${attemptCount} times and is not done`,
					),
				)
		}
	})
}

/** Throws when the event must be repeated. */
async function processEvent(deps: ProcessWebhooksDeps, taken: TakenEvent, now: Instant): Promise<string> {
	const { paymentReference, objectId = null, news = null } = readTaken(deps, taken) ?? {}
	if (!paymentReference) return 'it names no payment'
	switch (news?.about) {
		case 'transfer':
			return applyTransferEvent(deps, { reference: paymentReference, now })
		case 'payment':
			return settle(deps, { ...taken, paymentReference, now })
		case 'refund':
			return applyRefundEvent(deps, { paymentReference, news, now })
		case 'dispute':
			return applyDisputeEvent(deps, { paymentReference, disputeId: objectId, news, now })
		case undefined:
			return 'nothing follows from it'
	}
}

/** Throws, and alerts the operator, without such a provider. */
function readTaken({ onlinePayments, log }: ProcessWebhooksDeps, taken: TakenEvent): ProviderEvent | null {
	const provider = onlinePayments?.providers.get(taken.provider)
	if (provider) return provider.readReceived(taken.payload)
	log(alertLine(taken.paymentReference ?? '(none)', noProvider(taken.provider)))
	throw new NoProviderError()
}

/**
 * The event itself is no proof of money, so the provider is asked (D5). Its answer may lag: an event that is not true
 * yet stays in the inbox (F1).
 */
async function settle(
	deps: ProcessWebhooksDeps,
	input: { paymentReference: string; provider: string; receivedAt: Instant; now: Instant },
): Promise<string> {
	const { paymentReference, provider, receivedAt, now } = input
	const settlement = await settlePayment(deps, { paymentReference, now })
	if (settlement.kind === 'unknown_payment') return 'the payment is none of ours'
	if (settlement.kind === 'decided') return 'done'
	if (settlement.seen === null) throw new NotAnsweredError()
	if (now - receivedAt < PATIENCE_MS) throw new NotYetTrueError()
	const label = providerLabel(provider)
	deps.log(
		alertLine(
			paymentReference,
			`its payment was reported, and for three days ${label} has said that it is ${settlement.seen}`,
		),
	)
	return `${label} says that its payment is ${settlement.seen}`
}

/** This release does not have the event's provider. */
class NoProviderError extends Error {
	override name = 'NoProviderError'
}

/** The provider's answer lags behind its event. */
class NotYetTrueError extends Error {
	override name = 'NotYetTrueError'
}

/** The message of an error may quote personal data, so only the name is logged. */
function errorName(error: unknown): string {
	return error instanceof Error ? error.name : 'no answer'
}
