import type { WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import type { OutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import type { PaymentRepository } from '#app/domain/payments/payment-repository.server.ts'
import { isRefundNotDue } from '#app/domain/payments/refund-repository.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { type GiveBackPaymentDeps, giveBackStatements } from './give-back-payment.server.ts'
import { type SettlePaymentDeps, settlePayment } from './settle-payment.server.ts'
import type { DecidedPayment } from './settlement.ts'
import { workEach } from './work-each.ts'

/** How many of a run, and how many of them at once. */
const IN_A_RUN = 20
const AT_ONCE = 4

/** When a payment that could not be settled has its next turn. */
const STEP_BACK_MS = 2 * MINUTE_MS

export type SettleDuePaymentsDeps = SettlePaymentDeps & {
	payments: Pick<PaymentRepository, 'dueAttempts'>
}

/**
 * Every minute: asks what became of payments that were started. It finds those of which neither a webhook nor a customer
 * came back (R22). Gives back how many were asked about.
 */
export async function settleDuePayments(deps: SettleDuePaymentsDeps, now: Instant): Promise<number> {
	if (!deps.paystack) return 0
	const references = await deps.payments.dueAttempts(now, IN_A_RUN)
	await workEach(references, AT_ONCE, async (reference) => {
		try {
			await settlePayment(deps, { reference, isSweep: true, now })
		} catch (error) {
			// It steps back, so that a few of its kind do not keep all others from their turn.
			await deps.writeBatch([deps.payments.noteChecked(reference, null, now + STEP_BACK_MS)])
			throw error
		}
	})
	return references.length
}

export type GiveBackExpiredOffersDeps = GiveBackPaymentDeps & {
	payments: Pick<PaymentRepository, 'expiredOffers' | 'giveBack'>
	outbox: Pick<OutboxRepository, 'insertPaymentMessage'>
	writeBatch: WriteBatch
}

/** Every minute: money whose offer of other times nobody took up in time goes back. Gives back how many were found. */
export async function giveBackExpiredOffers(deps: GiveBackExpiredOffersDeps, now: Instant): Promise<number> {
	const offers = await deps.payments.expiredOffers(now, IN_A_RUN)
	await workEach(offers, AT_ONCE, async (payment) => {
		if (payment.received === null) return
		try {
			await deps.writeBatch(lostTime(deps, { ...payment, received: payment.received }, now))
		} catch (error) {
			// Taken up at the last moment, or given back by another sweeper.
			if (!isRefundNotDue(error)) throw error
		}
	})
	return offers.length
}

function lostTime(deps: GiveBackExpiredOffersDeps, payment: DecidedPayment, now: Instant) {
	const { reference } = payment
	return [
		...giveBackStatements(deps, payment, 'time_lost', now),
		deps.outbox.insertPaymentMessage({ kind: 'refund_started', reference, now }),
	]
}
