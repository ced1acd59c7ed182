import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import { refusalOfBookingWrite } from '#app/domain/booking/booking-write.server.ts'
import {
	givesBack,
	isAhead,
	isOpen,
	type MoneyOnCancelling,
	moneyOnCancelling,
} from '#app/domain/booking/cancellation-policy.ts'
import { alertLine } from '#app/domain/payments/alert-line.ts'
import { isDisputed, type Payment, paidAheadKobo } from '#app/domain/payments/payment.ts'
import { isDisputeOver } from '#app/domain/payments/payment-repository.server.ts'
import { isRefundNotDue } from '#app/domain/payments/refund-repository.server.ts'
import {
	onAppointmentUndone,
	type UndoneAppointment,
} from '#app/flows/lifecycle/on-appointment-undone.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import { type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type CancelAppointmentDeps = Pick<
	Repositories,
	| 'appointments'
	| 'payments'
	| 'refunds'
	| 'savingUses'
	| 'ledger'
	| 'outbox'
	| 'shopDeliveries'
	| 'writeBatch'
> & {
	/** Gets a line for the operator: references and codes, nothing about a person. */
	log: (line: string) => void
}

type CancelInput = {
	appointmentId: string
	/** The shop cancels. `asRead` refuses the batch where the visit has changed since it was read. */
	byShop?: { cancellationReason: string; asRead: Statement } | null
	now: Instant
}

type CancelledSums = { money: MoneyOnCancelling; paidKobo: Kobo; cashbackKobo: Kobo }

/** A payment whose outcome changed between read and write is read again; more than one such change is not expected. */
const MAX_ATTEMPTS = 3

/**
 * Cancels an appointment for whoever holds its link, up to its start (C66), and gives what the policy says of the money.
 * One write changes the status, releases the time and the promo use, queues the message, refunds what was paid in advance
 * where the policy says so, and gives a reward and cashback back, or forfeits them (D37). Cancelling twice gives the same answer and refunds once. A disputed payment is not
 * refunded: a person is told (S19). The shop cancels until the visit is closed, and gives everything back (D52).
 * Refuses 'appointment_not_ahead' for a visit that has begun or is over, 'invalid_selection' for one that does not exist.
 */
export async function cancelAppointment(
	deps: CancelAppointmentDeps,
	input: CancelInput,
): Promise<Outcome<{ money: MoneyOnCancelling }, BookingRefusal>> {
	const cancelled = await cancelWithSums(deps, input)
	return cancelled.ok ? accepted({ money: cancelled.value.money }) : cancelled
}

/** As `cancelAppointment`, with what was paid online and with cashback: a change that came too late left more than the bill says. */
export async function cancelWithSums(
	deps: CancelAppointmentDeps,
	{ appointmentId, byShop = null, now }: CancelInput,
): Promise<Outcome<CancelledSums, BookingRefusal>> {
	for (let attempt = 1; ; attempt++) {
		const [appointment, payment, uses] = await Promise.all([
			deps.appointments.appointment(appointmentId),
			deps.payments.paymentOfAppointment(appointmentId),
			deps.savingUses.usesOfAppointment(appointmentId),
		])
		if (!appointment) return refused('invalid_selection')
		const isCancelled = appointment.status === 'CANCELLED'
		const paid = { ...appointment, paidKobo: paidAheadKobo(appointment.paidKobo, payment) }
		const cancelled = isCancelled || !byShop ? paid : { ...paid, ...byShop }
		const money = moneyOnCancelling(cancelled, appointment.cancelledAt ?? now, isDisputed(payment))
		const sums = { money, paidKobo: paid.paidKobo, cashbackKobo: uses?.cashbackKobo ?? 0 }
		if (isCancelled && !byShop) return accepted(sums)
		if (byShop ? !isOpen(appointment.status) : !isAhead(appointment, now))
			return refused('appointment_not_ahead')
		try {
			const savings = uses && { uses, shopId: appointment.shop.id, isGivenBack: givesBack(cancelled, now) }
			const asRead = byShop?.asRead ?? deps.appointments.requireSequence(appointment)
			const status = await writeCancellation(deps, {
				...{ appointmentId, byShop, asRead, payment, money, savings, now },
			})
			if (money === 'disputed' && payment && status === 'CANCELLED')
				deps.log(
					alertLine(
						payment.paymentReference,
						'its visit was cancelled in time while its payer disputes it: no refund was sent',
					),
				)
			// Another tab may have been first, so the status after the batch counts, not the number of changed rows.
			return status === 'CANCELLED' ? accepted(sums) : refused('appointment_not_ahead')
		} catch (error) {
			if (byShop && isViolation(error, 'visit_changed')) throw error
			// Another request decided about the payment, or changed the visit, since they were read: the next attempt reads that.
			const isOutdated = isRefundNotDue(error) || isDisputeOver(error) || isViolation(error, 'visit_changed')
			if (!isOutdated) return refused(refusalOfBookingWrite(error))
			if (attempt === MAX_ATTEMPTS) return refused('busy')
		}
	}
}

async function writeCancellation(
	deps: CancelAppointmentDeps,
	{
		appointmentId,
		byShop,
		asRead,
		payment,
		money,
		savings,
		now,
	}: Pick<UndoneAppointment, 'appointmentId' | 'savings' | 'now'> & {
		byShop: NonNullable<CancelInput['byShop']> | null
		asRead: Statement
		payment: Payment | null
		money: MoneyOnCancelling
	},
): Promise<AppointmentStatus | undefined> {
	const refund =
		money === 'refunded' && payment?.received
			? { payment: { ...payment, received: payment.received }, reason: 'cancelled' as const }
			: null
	const { status } = await writeIdempotent(deps.writeBatch, {
		stillDisputed:
			money === 'disputed' && payment ? [deps.payments.requireDispute(payment.paymentReference)] : [],
		asRead,
		cancelled: byShop
			? deps.appointments.cancelByShop(appointmentId, byShop.cancellationReason, now)
			: deps.appointments.cancelAppointment(appointmentId, now),
		refundDecided: refund
			? [deps.payments.decideRefundOfCancelled(refund.payment.paymentReference, now)]
			: [],
		followUps: onAppointmentUndone(deps, { appointmentId, change: 'cancelled', refund, savings, now }),
		...(byShop
			? {}
			: {
					toldShop: deps.outbox.insertShopMessage({
						id: newId(),
						kind: 'shop_cancelled',
						onceFor: appointmentId,
						appointmentId,
						now,
					}),
				}),
		status: deps.appointments.statusOf(appointmentId),
	})
	return status[0]
}
