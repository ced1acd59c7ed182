import type { AppointmentRepository } from '#app/domain/booking/appointment-repository.server.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import {
	isAhead,
	type MoneyOnCancelling,
	moneyOnCancelling,
} from '#app/domain/booking/cancellation-policy.ts'
import { refusalOfWrite, type WriteBatch, writeKeyed } from '#app/domain/booking/refusal-of-write.server.ts'
import type { OutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import type { PaymentRepository } from '#app/domain/payments/payment-repository.server.ts'
import { isRefundNotDue, type RefundRepository } from '#app/domain/payments/refund-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { takingBackEntry } from './give-back-payment.server.ts'

export type CancelAppointmentDeps = {
	appointments: Pick<
		AppointmentRepository,
		'bookedVisit' | 'cancelAppointment' | 'giveBackPromoUse' | 'statusOf'
	>
	payments: Pick<PaymentRepository, 'paymentOfAppointment' | 'giveBackCancelled'>
	refunds: Pick<RefundRepository, 'insertRefund'>
	outbox: Pick<OutboxRepository, 'insertChangeMessage'>
	writeBatch: WriteBatch
}

/** A payment that is decided otherwise between read and write is read anew; more than one such change is not expected. */
const TRIES = 3

/**
 * Calls off a visit for whoever holds its link, up to its start (spec 3, "Cancel and reschedule by the customer"). One
 * write: state, time, promo use, message, and, where it comes back, the money that was paid in advance. Twice gives the
 * same answer, and the money goes back once. Gives what the policy says of the money.
 * Refuses 'visit_not_ahead' for a visit that has begun or is over, 'invalid_selection' for one that does not exist.
 */
export async function cancelAppointment(
	deps: CancelAppointmentDeps,
	{ appointmentId, now }: { appointmentId: string; now: Instant },
): Promise<Outcome<{ money: MoneyOnCancelling }, BookingRefusal>> {
	for (let attempt = 1; ; attempt++) {
		const [visit, payment] = await Promise.all([
			deps.appointments.bookedVisit(appointmentId),
			deps.payments.paymentOfAppointment(appointmentId),
		])
		if (!visit) return refused('invalid_selection')
		const money = moneyOnCancelling(visit, visit.cancelledAt ?? now)
		if (visit.status === 'CANCELLED') return accepted({ money })
		if (!isAhead(visit, now)) return refused('visit_not_ahead')
		try {
			const comesBack = money === 'comes_back' ? payment : null
			const status = await writeCancellation(deps, appointmentId, comesBack, now)
			// The state after the batch, not the number of changed rows: another tab may have been first.
			return status === 'CANCELLED' ? accepted({ money }) : refused('visit_not_ahead')
		} catch (error) {
			// Its money was decided in between, by another tab mostly: what that one made of the visit is the answer.
			if (!isRefundNotDue(error)) return refused(refusalOfWrite(error))
			if (attempt === TRIES) return refused('busy')
		}
	}
}

async function writeCancellation(
	{ appointments, payments, refunds, outbox, writeBatch }: CancelAppointmentDeps,
	appointmentId: string,
	comesBack: Payment | null,
	now: Instant,
): Promise<unknown> {
	const written = await writeKeyed(writeBatch, [
		appointments.cancelAppointment(appointmentId, now),
		appointments.giveBackPromoUse(appointmentId),
		...(comesBack ? givingBack({ payments, refunds }, comesBack, now) : []),
		outbox.insertChangeMessage({
			id: newId(),
			kind: 'cancelled',
			dedupeKey: `cancelled:${appointmentId}`,
			appointmentId,
			now,
		}),
		appointments.statusOf(appointmentId),
	])
	return written.at(-1)?.rows[0]?.status
}

/** What was paid in advance, all of it or a deposit, leaves the shop again; refused unless this batch has cancelled the visit. */
function givingBack(
	{ payments, refunds }: Pick<CancelAppointmentDeps, 'payments' | 'refunds'>,
	payment: Payment,
	now: Instant,
): Parameters<WriteBatch>[0] {
	const { reference, received } = payment
	if (!received) return []
	const { amountKobo, currency } = received
	return [
		payments.giveBackCancelled(reference, now),
		refunds.insertRefund({ id: newId(), reference, amountKobo, currency, reason: 'cancelled', now }),
		...takingBackEntry({ ...payment, received }, now),
	]
}
