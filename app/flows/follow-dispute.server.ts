import type { WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import { alertLine } from '#app/domain/payments/alert-line.ts'
import type { PaymentRepository } from '#app/domain/payments/payment-repository.server.ts'
import { readDisputeDetails } from '#app/domain/payments/webhook-details.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type GiveBackPaymentDeps, giveBackStatements } from './give-back-payment.server.ts'
import { knownPayment } from './known-payment.server.ts'
import { type MoveRefundDeps, refundMoveStatements } from './move-refund.server.ts'
import type { SettlePaymentDeps } from './settle-payment.server.ts'

export type FollowDisputeDeps = SettlePaymentDeps &
	MoveRefundDeps &
	GiveBackPaymentDeps & { payments: Pick<PaymentRepository, 'markDisputed'>; writeBatch: WriteBatch }

/**
 * A 'charge.dispute.…' event: while one is open the payment is marked, and the operator hears of it, who answers the
 * dispute at Paystack. Lost, the money has gone back. Gives back 'done', or why nothing changes.
 */
export async function followDispute(
	deps: FollowDisputeDeps,
	{ event, reference, payload, now }: { event: string; reference: string; payload: string; now: Instant },
): Promise<string> {
	const payment = await knownPayment(deps, { reference, now })
	if (!payment) return 'the payment is none of ours, or has not arrived here'
	const { received, refund } = payment
	switch (event) {
		case 'charge.dispute.create':
		case 'charge.dispute.remind':
			await deps.writeBatch([deps.payments.markDisputed(reference, received.disputedAt ?? now)])
			deps.log(
				alertLine(reference, 'its payer disputes it: answer on the dashboard of Paystack before it is due'),
			)
			return 'done'
		case 'charge.dispute.resolve': {
			const { isLost, amountKobo } = readDisputeDetails(payload)
			const isOver = deps.payments.markDisputed(reference, null)
			// Done before, when this event was worked up to here.
			const isTaken = refund?.reason === 'dispute_lost'
			if (isLost && !isTaken && (refund || (amountKobo !== null && amountKobo < received.amountKobo))) {
				await deps.writeBatch([isOver])
				deps.log(
					alertLine(
						reference,
						'money was taken back by a dispute that does not fit what is known of it here',
					),
				)
				return 'done'
			}
			await deps.writeBatch([
				isOver,
				...(isLost && !isTaken
					? [
							...giveBackStatements(deps, payment, 'dispute_lost', now),
							...refundMoveStatements(deps, {
								reference,
								amountKobo: received.amountKobo,
								currency: received.currency,
								status: 'processed',
								paystackRefundId: null,
								now,
							}),
						]
					: []),
			])
			return 'done'
		}
		default:
			return 'nothing follows from it'
	}
}
