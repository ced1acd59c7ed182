import { findPaymentHold, type Payment, type ReceivedMoney } from '#app/domain/payments/payment.ts'
import { isPaymentReference } from '#app/domain/payments/payment-reference.server.ts'
import { isRefundNotDue } from '#app/domain/payments/refund-repository.server.ts'
import {
	type AppointmentRefundedDeps,
	onAppointmentRefunded,
} from '#app/flows/lifecycle/on-appointment-refunded.server.ts'
import { onPlanRefunded, type PlanRefundedDeps } from '#app/flows/lifecycle/refund-plan.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import { refusalOfWrite, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { refundStatements } from './refund-payment.server.ts'

type Deps = AppointmentRefundedDeps &
	PlanRefundedDeps &
	Pick<Repositories, 'payments' | 'loyalty' | 'messaging' | 'shops' | 'writeBatch'>

/**
 * `not_paid_online`: nothing came in. `refunded_already`: the refund is on its way, or done. `payment_disputed`: its
 * payer's bank decides (S19). `part_undecided`: a part refunded at the provider waits for a decision (D78).
 * `payment_changed`: another request was first.
 */
export type RefundRefusal =
	| 'payment_not_found'
	| 'not_paid_online'
	| 'refunded_already'
	| 'payment_disputed'
	| 'part_undecided'
	| 'payment_changed'

export type RefundablePayment = {
	payment: Payment & { received: ReceivedMoney }
	/** Null for a plan, and for an offer. */
	appointment: { referenceNumber: string; status: AppointmentStatus } | null
}

/** What the operator would refund, by the reference of a payment or booking. */
export async function readRefundable(
	deps: Pick<Deps, 'payments' | 'booking'>,
	givenReference: string,
): Promise<Outcome<RefundablePayment, RefundRefusal>> {
	const payment = isPaymentReference(givenReference)
		? await deps.payments.attempts.payment(givenReference)
		: await paymentOfAppointment(deps, givenReference)
	if (payment === 'not_paid_online') return refused(payment)
	if (!payment) return refused('payment_not_found')
	const { received } = payment
	if (!received) return refused('not_paid_online')
	if (payment.refund || received.outcome === 'refund' || received.leftKobo === 0)
		return refused('refunded_already')
	const hold = findPaymentHold(payment)
	if (hold !== null) return refused(hold === 'disputed' ? 'payment_disputed' : 'part_undecided')
	const appointment =
		received.appointmentId === null
			? null
			: await deps.booking.appointments.appointment(received.appointmentId)
	return accepted({ payment: { ...payment, received }, appointment })
}

/**
 * Refunds a whole payment: its visit stays, unpaid; a plan ends at once; an offer is over (D38). The act is recorded,
 * the payer is told, and the sweeper sends the refund.
 */
export async function refundByOperator(
	deps: Deps,
	{ givenReference, now }: { givenReference: string; now: Instant },
): Promise<Outcome<RefundablePayment, RefundRefusal | WriteFailure>> {
	const found = await readRefundable(deps, givenReference)
	if (!found.ok) return found
	const { payment } = found.value
	const { paymentReference, shopId, received } = payment
	const act = deps.shops.shopActs.insertAct({
		id: newId(),
		shopId,
		kind: 'payment_refunded',
		subjectId: received.appointmentId ?? paymentReference,
		summary: `${found.value.appointment?.referenceNumber ?? paymentReference}, ${formatNaira(received.leftKobo)}`,
		now,
	})
	try {
		const [inLoyalty, inSubscriptions] = await Promise.all([
			onAppointmentRefunded(deps, received, now),
			onPlanRefunded(deps, payment, now),
		])
		await deps.writeBatch([
			...act,
			...inLoyalty,
			...inSubscriptions,
			...refundStatements(deps, payment, 'by_operator', now),
			...deps.messaging.outbox.insertPaymentMessage({ kind: 'refund_started', paymentReference, now }),
		])
		return found
	} catch (error) {
		if (isRefundNotDue(error) || isViolation(error, 'visit_changed')) return refused('payment_changed')
		return refused(refusalOfWrite(error, {}))
	}
}

/** The payment of a booking by its reference; null for an unknown one. */
export async function paymentOfAppointment(
	{ booking: { appointments }, payments: { attempts } }: Pick<Deps, 'payments' | 'booking'>,
	givenReference: string,
): Promise<Payment | 'not_paid_online' | null> {
	const appointment = await appointments.appointmentToClose(givenReference)
	return (
		appointment && ((await attempts.paymentOfAppointment(appointment.appointmentId)) ?? 'not_paid_online')
	)
}
