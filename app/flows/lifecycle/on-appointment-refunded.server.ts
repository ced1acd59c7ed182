import { withoutRefund } from '#app/domain/loyalty/count-appointment.ts'
import type { ReceivedMoney } from '#app/domain/payments/payment.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { reverseCashback } from './cashback.server.ts'

export type AppointmentRefundedDeps = Pick<Repositories, 'booking' | 'loyalty' | 'payments'>

/**
 * The statements of loyalty for a visit's refund without a cancellation: cashback of a COMPLETED visit is reversed in
 * proportion (D38); stamps stay. Refused ('visit_changed') where the visit was completed or undone since the read.
 */
export async function onAppointmentRefunded(
	deps: AppointmentRefundedDeps,
	{ appointmentId, leftKobo, staffTipKobo, outcome }: ReceivedMoney,
	now: Instant,
	/** Without the tip; by default all that is left. `number`: which part of the payment. */
	back: { amountKobo: Kobo; number: number } = { amountKobo: leftKobo - staffTipKobo, number: 0 },
): Promise<Statement[]> {
	if (appointmentId === null || outcome !== 'booked') return []
	const appointment = await deps.booking.appointments.appointment(appointmentId)
	if (!appointment) return []
	const { referenceNumber } = appointment
	const [refunded, enrollments, account] = await Promise.all([
		deps.booking.appointments.appointmentToClose(referenceNumber),
		deps.loyalty.standings.enrollmentsOfAppointment(referenceNumber),
		deps.loyalty.standings.cashbackAccountOfAppointment(referenceNumber),
	])
	if (!refunded) return []
	const isAsRead = deps.booking.appointments.requireUnchanged(refunded)
	if (refunded.completedAt === null) return [isAsRead]
	const lowered = enrollments.flatMap(({ enrollmentId, counted }) =>
		counted === null ? [] : [{ enrollmentId, from: counted, to: withoutRefund(counted, back.amountKobo) }],
	)
	return [
		isAsRead,
		...lowered.flatMap(({ enrollmentId, from, to }) =>
			deps.loyalty.standings.lowerAppointment({ enrollmentId, appointmentId }, from, to),
		),
		...reverseCashback(deps, {
			kind: 'cashback-refunded',
			appointment: refunded,
			account,
			amountKobo: lowered.reduce((sum, { from, to }) => sum + from.cashbackKobo - to.cashbackKobo, 0),
			reason: 'payment_refunded',
			part: back.number,
			now,
		}).statements,
	]
}
