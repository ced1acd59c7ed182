import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { AppointmentStatus, PaymentStatus } from '#app/kernel/vocabulary/booking.ts'
import type { AppointmentParty, AppointmentPolicy } from './appointment-policy.ts'
import type { ClosedRefusal } from './appointment-state-refusal.ts'
import { closedAs } from './close-appointment.ts'

/**
 * The last instant at which cancelling refunds prepaid money: the start minus the shop's free minutes (24 hours by
 * default). Booking fixes this instant, and moving the appointment never makes it later (D31).
 */
export function refundableUntil(startsAt: Instant, freeCancellationMinutes: number): Instant {
	return startsAt - freeCancellationMinutes * MINUTE_MS
}

/**
 * The last instant at which cancelling refunds prepaid money, once the appointment is moved to a new start: never
 * later than before, and no nearer to the new start than the shop's free minutes (D31). So moving neither gains
 * time nor takes the protection of a deposit away.
 */
export function refundableUntilAfterMove(
	refundableUntilAt: Instant,
	newStartAt: Instant,
	freeCancellationMinutes: number,
): Instant {
	return Math.min(refundableUntilAt, refundableUntil(newStartAt, freeCancellationMinutes))
}

/** Booked, not cancelled and not begun. Only such an appointment can be cancelled or moved. */
export function isAhead(
	appointment: { status: AppointmentStatus; startsAt: Instant },
	now: Instant,
): boolean {
	return isOpen(appointment.status) && appointment.startsAt > now
}

/** Neither completed, cancelled nor missed. After its start such an appointment waits for the shop to close it. */
export function isOpen(status: AppointmentStatus): boolean {
	return status === 'SCHEDULED' || status === 'CONFIRMED'
}

/** Why an appointment can no longer be moved, changed or cancelled at all; null when it can. */
export function whyOver(
	{ endsAtStart }: AppointmentPolicy,
	appointment: { status: AppointmentStatus; startsAt: Instant },
	now: Instant,
): 'appointment_not_ahead' | ClosedRefusal | null {
	if (!endsAtStart) return closedAs(appointment.status)
	return isAhead(appointment, now) ? null : 'appointment_not_ahead'
}

/** What cancelling does to the money. The page shows this outcome before the customer confirms (C66). */
export type MoneyOnCancelling = 'nothing_paid' | 'refunded' | 'kept' | 'disputed' | 'part_back'

/** A cancellation, or what one would be: the shop tells a reason, the customer none. */
type Cancellation = { refundableUntilAt: Instant; cancellationReason?: string | null }

/** Who cancelled it: only the shop tells a reason. */
export function cancelledBy({
	cancellationReason = null,
}: Pick<Cancellation, 'cancellationReason'>): AppointmentParty {
	return cancellationReason === null ? 'customer' : 'shop'
}

/** Whether cancelling gives everything back: in time, or by the shop, at no cost to the customer (D52). */
export function isRefundDue(cancellation: Cancellation, cancelledAt: Instant): boolean {
	return cancelledBy(cancellation) === 'shop' || isFreeToCancel(cancellation.refundableUntilAt, cancelledAt)
}

/**
 * Cancelling refunds prepaid money up to and including `refundableUntilAt`. Later the shop keeps the money, unless it
 * was the shop that cancelled. While the payment is held, no refund is sent: its payer disputes it at their bank, or a
 * part of it went back that no person has decided about (S19, D78).
 */
export function moneyOnCancelling(
	appointment: {
		paymentStatus: PaymentStatus
		totalKobo: Kobo
		paidKobo: Kobo
		cashbackKobo: Kobo
	} & Cancellation,
	cancelledAt: Instant,
	hold: 'disputed' | 'part_back' | null = null,
): MoneyOnCancelling {
	if (moneyPaid(appointment) === 0) return 'nothing_paid'
	if (!isRefundDue(appointment, cancelledAt)) return 'kept'
	return hold ?? 'refunded'
}

/** In money, not in cashback: in advance, or all of it where the shop has marked the visit as paid. */
export function moneyPaid({
	paymentStatus,
	totalKobo,
	paidKobo,
	cashbackKobo,
}: {
	paymentStatus: PaymentStatus
	totalKobo: Kobo
	paidKobo: Kobo
	cashbackKobo: Kobo
}): Kobo {
	return paidKobo > 0 || paymentStatus !== 'completed' ? paidKobo : totalKobo - cashbackKobo
}

/** What cancelling does to a reward or cashback that a visit uses: back in time, like money; gone later (D37). */
export type SavingsOnCancelling = 'none' | 'given_back' | 'forfeited'

export function savingsOnCancelling(
	appointment: { rewardLabel: string | null; cashbackKobo: Kobo } & Cancellation,
	cancelledAt: Instant,
): SavingsOnCancelling {
	if (appointment.rewardLabel === null && appointment.cashbackKobo === 0) return 'none'
	return isRefundDue(appointment, cancelledAt) ? 'given_back' : 'forfeited'
}

/** Whether cancelling now refunds prepaid money. */
export function isFreeToCancel(refundableUntilAt: Instant, now: Instant): boolean {
	return now <= refundableUntilAt
}

/** The last instant at which customers may move an appointment: its start minus the shop's cutoff (default 2 hours). */
export function movableUntil(startsAt: Instant, rescheduleCutoffMinutes: number): Instant {
	return startsAt - rescheduleCutoffMinutes * MINUTE_MS
}

/** Whether a customer may move an appointment now. The last instant is included. */
export function mayMove(
	appointment: { status: AppointmentStatus; startsAt: Instant },
	rescheduleCutoffMinutes: number,
	now: Instant,
): boolean {
	return isAhead(appointment, now) && now <= movableUntil(appointment.startsAt, rescheduleCutoffMinutes)
}
