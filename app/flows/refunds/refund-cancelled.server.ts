import { cancelledBy, isRefundDue } from '#app/domain/booking/cancellation-policy.ts'
import { onAppointmentUndone } from '#app/flows/lifecycle/on-appointment-undone.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Refunds a payment whose appointment was cancelled in time, or by the shop, while a dispute was open, once that is
 * over (S19). Any other payment is left as it is, so it can be repeated.
 */
export async function refundCancelledInTime(
	deps: Pick<Repositories, 'payments' | 'booking' | 'loyalty' | 'messaging' | 'shops' | 'writeBatch'>,
	paymentReference: string,
	now: Instant,
): Promise<void> {
	const payment = await deps.payments.attempts.payment(paymentReference)
	const received = payment?.received
	if (!payment || received?.outcome !== 'booked') return
	if (received.disputedAt !== null || received.appointmentId === null || received.leftKobo === 0) return
	const { appointmentId } = received
	const appointment = await deps.booking.appointments.appointment(appointmentId)
	if (!appointment || appointment.cancelledAt === null) return
	if (!isRefundDue(appointment, appointment.cancelledAt)) return
	const refund = { payment: { ...payment, received }, reason: 'cancelled' as const }
	await writeIdempotent(deps.writeBatch, [
		deps.payments.attempts.decideRefund(paymentReference, now, 'booked'),
		...onAppointmentUndone(deps, {
			appointmentId,
			change: 'cancelled',
			by: cancelledBy(appointment),
			refund,
			savings: null,
			now,
		}),
		...deps.messaging.outbox.insertPaymentMessage({ kind: 'refund_started', paymentReference, now }),
	])
}
