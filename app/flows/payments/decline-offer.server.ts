import { isRefundNotDue } from '#app/domain/payments/refund-repository.server.ts'
import { refundStatements } from '#app/flows/refunds/refund-payment.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { RefundReason } from '#app/kernel/vocabulary/payments.ts'
import { refusalOfWrite, type WriteFailure, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Declines an offer of other times: refunds its payment and tells the customer. Declining twice gives the same answer.
 * Refuses 'offer_over' when the offer has become an appointment, or never was an offer.
 */
export async function declineOffer(
	deps: Pick<Repositories, 'payments' | 'booking' | 'loyalty' | 'messaging' | 'shops' | 'writeBatch'>,
	declined: { paymentReference: string; reason?: RefundReason; now: Instant },
): Promise<Outcome<null, WriteFailure | 'offer_over'>> {
	const { paymentReference, reason = 'offer_declined', now } = declined
	const payment = await deps.payments.attempts.payment(paymentReference)
	const received = payment?.received
	if (received?.outcome === 'refund') return accepted(null)
	if (!payment || received?.outcome !== 'offered') return refused('offer_over')
	try {
		await writeIdempotent(deps.writeBatch, [
			...refundStatements(deps, { ...payment, received }, reason, now),
			...deps.messaging.outbox.insertPaymentMessage({ kind: 'refund_started', paymentReference, now }),
		])
		return accepted(null)
	} catch (error) {
		// Another request decided about the payment since it was read: its decision is the answer.
		if (isRefundNotDue(error)) return declineOffer(deps, declined)
		return refused(refusalOfWrite(error, {}))
	}
}
