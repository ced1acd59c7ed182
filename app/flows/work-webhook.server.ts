import type { WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import { alertLine } from '#app/domain/payments/alert-line.ts'
import { readWebhookEvent } from '#app/domain/payments/webhook-event.server.ts'
import type { TakenEvent, WebhookRepository } from '#app/domain/payments/webhook-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type FollowDisputeDeps, followDispute } from './follow-dispute.server.ts'
import { type FollowRefundDeps, followRefund } from './follow-refund.server.ts'
import { NotAnsweredError } from './known-payment.server.ts'
import { type SettlePaymentDeps, settlePayment } from './settle-payment.server.ts'
import { workEach } from './work-each.ts'

export type WorkWebhookDeps = FollowRefundDeps &
	FollowDisputeDeps &
	SettlePaymentDeps & {
		webhooks: Pick<WebhookRepository, 'takeDue' | 'taken' | 'markProcessed'>
		writeBatch: WriteBatch
	}

/** How many of a run, and how many of them at once. */
const IN_A_RUN = 20
const AT_ONCE = 4

/** The operator hears of an event that fails for the tenth time, and each tenth time after that. */
const ALERT_AFTER = 10

/** Every minute: works the events that a request could not, or that came twice around a failure. Gives back how many. */
export async function workDueWebhooks(deps: WorkWebhookDeps, now: Instant): Promise<number> {
	const [written] = await deps.writeBatch([deps.webhooks.takeDue(now, IN_A_RUN)])
	const events = deps.webhooks.taken(written)
	await workWebhooks(deps, events, now)
	return events.length
}

/**
 * Works events that this caller has taken; each is done only when all that follows from it is. One that fails stays for
 * the sweeper, and stops no other. Never throws.
 */
export async function workWebhooks(
	deps: WorkWebhookDeps,
	events: readonly TakenEvent[],
	now: Instant,
): Promise<void> {
	await workEach(events, AT_ONCE, async (event) => {
		const name = `webhook ${event.id} (${event.event})`
		try {
			const outcome = await work(deps, event, now)
			if (outcome !== 'done') deps.log(`${name} changes nothing: ${outcome}`)
			await deps.writeBatch([deps.webhooks.markProcessed(event.id, now)])
		} catch (error) {
			deps.log(`${name} waits: ${whyOf(error)}`)
			const { attemptCount } = event
			if (attemptCount % ALERT_AFTER === 0)
				deps.log(alertLine(referenceOf(event), `${name} was tried ${attemptCount} times and is not done`))
		}
	})
}

/** 'done', or why it changes nothing; throws for what has to be tried again. */
async function work(deps: WorkWebhookDeps, { event, payload }: TakenEvent, now: Instant): Promise<string> {
	const reference = readWebhookEvent(payload)?.reference ?? null
	if (reference === null) return 'it names no payment'
	if (event === 'charge.success') return settle(deps, reference, now)
	if (event.startsWith('refund.')) return followRefund(deps, { event, reference, payload, now })
	if (event.startsWith('charge.dispute.')) return followDispute(deps, { event, reference, payload, now })
	return 'nothing follows from it'
}

/** Paystack is asked: what the event itself says of money is not believed. */
async function settle(deps: WorkWebhookDeps, reference: string, now: Instant): Promise<string> {
	const settlement = await settlePayment(deps, { reference, now })
	if (settlement.kind === 'unknown_reference') return 'the payment is none of ours'
	if (settlement.kind === 'waiting') {
		if (settlement.seen === null) throw new NotAnsweredError()
		return `Paystack says that its payment is ${settlement.seen}`
	}
	return 'done'
}

/** The name alone: a message may quote what it was about. */
function whyOf(error: unknown): string {
	return error instanceof Error ? error.name : 'no answer'
}

function referenceOf({ payload }: TakenEvent): string {
	return readWebhookEvent(payload)?.reference ?? '(none)'
}
