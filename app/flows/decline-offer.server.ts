import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import { refusalOfWrite, type WriteBatch, writeKeyed } from '#app/domain/booking/refusal-of-write.server.ts'
import type { OutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import type { PaymentRepository } from '#app/domain/payments/payment-repository.server.ts'
import { isRefundNotDue } from '#app/domain/payments/refund-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { RefundReason } from '#app/kernel/vocabulary.ts'
import { type GiveBackPaymentDeps, giveBackStatements } from './give-back-payment.server.ts'

export type DeclineOfferDeps = GiveBackPaymentDeps & {
	payments: Pick<PaymentRepository, 'payment'>
	outbox: Pick<OutboxRepository, 'insertPaymentMessage'>
	writeBatch: WriteBatch
}

/**
 * Turns an offer of other times down: its money goes back, and the customer is told. Twice gives the same answer. Refuses
 * 'offer_over' when it has become a visit, or never was an offer.
 */
export async function declineOffer(
	deps: DeclineOfferDeps,
	declined: { reference: string; reason?: RefundReason; now: Instant },
): Promise<Outcome<null, BookingRefusal | 'offer_over'>> {
	const { reference, reason = 'offer_declined', now } = declined
	const payment = await deps.payments.payment(reference)
	const received = payment?.received
	if (received?.outcome === 'refund') return accepted(null)
	if (!payment || received?.outcome !== 'offered') return refused('offer_over')
	try {
		await writeKeyed(deps.writeBatch, [
			...giveBackStatements(deps, { ...payment, received }, reason, now),
			deps.outbox.insertPaymentMessage({ kind: 'refund_started', reference, now }),
		])
		return accepted(null)
	} catch (error) {
		// Decided by another tab, or by the end of the offer, in between: the answer is what that one made of it.
		if (isRefundNotDue(error)) return declineOffer(deps, declined)
		return refused(refusalOfWrite(error))
	}
}
