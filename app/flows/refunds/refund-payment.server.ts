import type { Appointment } from '#app/domain/booking/appointment/appointment-repository.server.ts'
import { cancelledBy, isRefundDue } from '#app/domain/booking/appointment/cancellation-policy.ts'
import type { Payment, ReceivedMoney } from '#app/domain/payments/payment.ts'
import { onAppointmentUndone } from '#app/flows/lifecycle/on-appointment-undone.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { RefundReason } from '#app/kernel/vocabulary/payments.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Refunds a payment that is booked or offered. Its appointment stays, unpaid. The batch is refused (`isRefundNotDue`)
 * when the payment is not as it was read.
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
			? [deps.payments.refunds.insertRefund({ paymentReference, amountKobo, currency, reason, now })]
			: onAppointmentUndone(deps, {
					appointmentId,
					change: 'unpaid',
					refund: { payment, reason },
					savings: null,
					now,
				})),
	]
}

/**
 * Refunds a payment whose appointment was cancelled in time, or by the shop, during a dispute (S19); no other payment.
 * The statements stand after the dispute's end, and are refused ('visit_changed') where the appointment changed since
 * the read.
 */
export function refundOfCancelled(
	deps: Pick<Repositories, 'payments' | 'booking' | 'loyalty' | 'messaging' | 'shops'>,
	payment: Payment & { received: ReceivedMoney },
	appointment: Appointment,
	now: Instant,
): Statement[] {
	const { paymentReference, received } = payment
	const asRead = deps.booking.appointments.requireSequence(appointment)
	const isDue =
		received.outcome === 'booked' &&
		received.leftKobo > 0 &&
		appointment.cancelledAt !== null &&
		isRefundDue(appointment, appointment.cancelledAt)
	if (!isDue) return [asRead]
	return [
		asRead,
		deps.payments.attempts.decideRefund(paymentReference, now, 'booked'),
		...onAppointmentUndone(deps, {
			appointmentId: appointment.appointmentId,
			change: 'cancelled',
			by: cancelledBy(appointment),
			refund: { payment, reason: 'cancelled' },
			savings: null,
			now,
		}),
		...deps.messaging.outbox.insertPaymentMessage({ kind: 'refund_started', paymentReference, now }),
	]
}
