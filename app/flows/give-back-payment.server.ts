import type { AppointmentRepository } from '#app/domain/booking/appointment-repository.server.ts'
import type { WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import { takenBackLines } from '#app/domain/payments/ledger-lines.ts'
import { postEntry } from '#app/domain/payments/ledger-repository.server.ts'
import type { Payment, ReceivedMoney } from '#app/domain/payments/payment.ts'
import type { PaymentRepository } from '#app/domain/payments/payment-repository.server.ts'
import type { RefundRepository } from '#app/domain/payments/refund-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { RefundReason } from '#app/kernel/vocabulary.ts'

export type GiveBackPaymentDeps = {
	payments: Pick<PaymentRepository, 'giveBack'>
	refunds: Pick<RefundRepository, 'insertRefund'>
	appointments: Pick<AppointmentRepository, 'unpayAppointment'>
}

/**
 * The statements that give a payment back which is booked or offered: what the shop was due is the customer's again, and
 * its visit is unpaid. All is refused when the payment is no longer what it was read as (`isRefundNotDue`).
 */
export function giveBackStatements(
	{ payments, refunds, appointments }: GiveBackPaymentDeps,
	payment: Payment & { received: ReceivedMoney },
	reason: RefundReason,
	now: Instant,
): Parameters<WriteBatch>[0] {
	const { reference } = payment
	const { outcome, appointmentId, amountKobo, currency } = payment.received
	return [
		...(outcome === 'refund' ? [] : [payments.giveBack(reference, now, outcome)]),
		refunds.insertRefund({ id: newId(), reference, amountKobo, currency, reason, now }),
		...(outcome === 'booked' ? takingBackEntry(payment, now) : []),
		...(appointmentId === null ? [] : [appointments.unpayAppointment(appointmentId)]),
	]
}

/** What the shop was due for a booking, and its staff's tip, is the customer's again. */
export function takingBackEntry(
	{ reference, shopId, received }: Payment & { received: ReceivedMoney },
	now: Instant,
): Parameters<WriteBatch>[0] {
	const { amountKobo, currency, staffTipKobo: tipKobo } = received
	return postEntry({
		occasion: `given-back:${reference}`,
		lines: takenBackLines({ reference, currency, shopId, amountKobo, tipKobo }),
		occurredAt: now,
		now,
	})
}
