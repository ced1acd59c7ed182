import type { Appointment } from '#app/domain/booking/appointment/appointment-repository.server.ts'
import { cancelledBy, isRefundDue } from '#app/domain/booking/appointment/cancellation-policy.ts'
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

type Deps = Pick<Repositories, 'payments' | 'booking' | 'loyalty' | 'messaging' | 'shops'>

/**
 * The statements that refund a payment whose appointment was cancelled in time, or by the shop, while a dispute was
 * open (S19). They belong after the one that ends the dispute, in its batch, which is refused where the appointment
 * has changed since it was read ('visit_changed'). Any other payment is left as it is.
 */
export function refundOfCancelled(
	deps: Deps,
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
