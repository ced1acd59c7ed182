import type { Payment, ReceivedMoney } from '#app/domain/payments/payment.ts'
import { onAppointmentUndone } from '#app/flows/lifecycle/on-appointment-undone.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { RefundReason } from '#app/kernel/vocabulary/payments.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * The statements that refund a payment which is booked or offered. Its appointment stays, unpaid. The batch is
 * refused when the payment is no longer what it was read as (`isRefundNotDue`).
 */
export function refundStatements(
	deps: Pick<Repositories, 'payments' | 'booking' | 'loyalty' | 'messaging' | 'shops'>,
	payment: Payment & { received: ReceivedMoney },
	reason: RefundReason,
	now: Instant,
): Statement[] {
	const { paymentReference } = payment
	const { outcome, appointmentId, leftKobo: amountKobo, currency } = payment.received
	return [
		...(outcome === 'refund' ? [] : [deps.payments.attempts.decideRefund(paymentReference, now, outcome)]),
		...(appointmentId === null
			? [
					deps.payments.refunds.insertRefund({
						id: newId(),
						paymentReference,
						amountKobo,
						currency,
						reason,
						now,
					}),
				]
			: onAppointmentUndone(deps, {
					appointmentId,
					change: 'unpaid',
					refund: { payment, reason },
					savings: null,
					now,
				})),
	]
}
