import type { CheckoutRepository } from '#app/domain/booking/checkout-repository.server.ts'
import { nextCheckAt } from '#app/domain/payments/check-times.ts'
import { judgePayment } from '#app/domain/payments/judge-payment.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { ATTEMPT_HOURS, type Payment } from '#app/domain/payments/payment.ts'
import type { PaymentRepository } from '#app/domain/payments/payment-repository.server.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { giveBack, type SettlePaidDeps, settlePaid } from './settle-paid.server.ts'
import { isDecided, type Settlement } from './settlement.ts'

export type SettlePaymentDeps = SettlePaidDeps & {
	/** Null where paying online is not set up: then nothing can be asked. */
	paystack: Pick<OnlinePayments, 'gateway' | 'mode'> | null
	payments: Pick<PaymentRepository, 'noteChecked'>
	checkouts: Pick<CheckoutRepository, 'frozenVisit'>
	/** Gets a line for what an operator should know of: references and codes, nothing about a person. */
	log: (line: string) => void
}

/**
 * Asks Paystack what became of a payment and does what follows, once, whoever asks and however many at a time: the return
 * page, the webhook, 'Check payment', the sweeper (guide: paystack, "The integration" 2, 3, 5). Money that arrived becomes
 * the appointment; an offer of other times where its time is gone; a refund where it cannot be either. One write with the
 * claim of the reference in it decides, and whoever comes second is told what the first one did.
 */
export async function settlePayment(
	deps: SettlePaymentDeps,
	{ reference, isSweep = false, now }: { reference: string; isSweep?: boolean; now: Instant },
): Promise<Settlement> {
	const [payment, visit] = await Promise.all([
		deps.payments.payment(reference),
		deps.checkouts.frozenVisit(reference),
	])
	if (!payment || !visit) return { kind: 'unknown_reference' }
	if (isDecided(payment)) return { kind: 'decided', payment }

	const answer = await verify(deps, payment)
	const verdict = answer.outcome === 'found' ? judgePayment(answer.payment, payment) : answer.outcome
	switch (verdict) {
		case 'paid':
		case 'amount_mismatch':
		case 'currency_mismatch': {
			if (answer.outcome !== 'found') throw new Error('a verdict without a payment')
			const settling = { deps, payment, visit, verified: answer.payment, now }
			return verdict === 'paid' ? settlePaid(settling) : giveBack(settling, verdict)
		}
		case 'wrong_mode':
		case 'wrong_reference':
			deps.log(`payment ${reference}: Paystack answered with another one (${verdict})`)
			return waiting(deps, payment, null, { isSweep, now })
		case 'failed':
		case 'reversed':
			return waiting(deps, payment, 'failed', { isSweep, now })
		case 'unfinished':
		case 'not_found':
			return waiting(deps, payment, 'unfinished', { isSweep, now })
		case 'unknown':
			return waiting(deps, payment, null, { isSweep, now })
	}
}

/** Another key's payments are not asked about: this one does not know them. */
async function verify({ paystack }: SettlePaymentDeps, { reference, mode }: Payment) {
	if (!paystack || paystack.mode !== mode) return { outcome: 'unknown' } as const
	return paystack.gateway.verify(reference)
}

/** No money yet. What Paystack said is kept when it is news, and the sweeper's next turn is set. */
async function waiting(
	{ payments, writeBatch }: SettlePaymentDeps,
	payment: Payment,
	seen: 'unfinished' | 'failed' | null,
	{ isSweep, now }: { isSweep: boolean; now: Instant },
): Promise<Settlement> {
	if (isSweep || (seen !== null && seen !== payment.seenStatus)) {
		const isOver = now - payment.createdAt > ATTEMPT_HOURS * HOUR_MS
		await writeBatch([
			payments.noteChecked(payment.reference, seen, isOver && isSweep ? null : nextCheckAt(payment, now)),
		])
	}
	return { kind: 'waiting', payment, seen }
}
