import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { AppointmentStatus, PaymentStatus } from '#app/kernel/vocabulary/booking.ts'
import type { AppointmentParty, AppointmentPolicy } from './appointment-policy.ts'
import type { ClosedRefusal } from './appointment-state-refusal.ts'
import { closedAs } from './close-appointment.ts'

/**
 * The last instant at which cancelling refunds prepaid money: the start minus the shop's free minutes. Booking fixes
 * it, and a move never makes it later (D31).
 */
export function refundableUntil(startsAt: Instant, freeCancellationMinutes: number): Instant {
	return startsAt - freeCancellationMinutes * MINUTE_MS
}

/**
 * That instant after a move: never later than before, and never less than the free minutes before the new start (D31).
 * So a move neither gains time nor weakens a deposit.
 */
export function refundableUntilAfterMove(
	refundableUntilAt: Instant,
	newStartAt: Instant,
	freeCancellationMinutes: number,
): Instant {
	return Math.min(refundableUntilAt, refundableUntil(newStartAt, freeCancellationMinutes))
}

/** Neither closed nor begun. */
export function isAhead(
	appointment: { status: AppointmentStatus; startsAt: Instant },
	now: Instant,
): boolean {
	return isOpen(appointment.status) && appointment.startsAt > now
}

/** Not closed. After its start it waits for the shop to close it. */
export function isOpen(status: AppointmentStatus): boolean {
	return status === 'SCHEDULED' || status === 'CONFIRMED'
}

/** Why an appointment can no longer be moved, changed or cancelled, or null. */
export function whyOver(
	{ endsAtStart }: AppointmentPolicy,
	appointment: { status: AppointmentStatus; startsAt: Instant },
	now: Instant,
): 'appointment_not_ahead' | ClosedRefusal | null {
	if (!endsAtStart) return closedAs(appointment.status)
	return isAhead(appointment, now) ? null : 'appointment_not_ahead'
}

/** Shown before the customer confirms (C66). */
export type MoneyOnCancelling = 'nothing_paid' | 'refunded' | 'kept' | 'disputed' | 'part_back'

/** The shop gives a reason, the customer none. */
type Cancellation = { refundableUntilAt: Instant; cancellationReason?: string | null }

export function cancelledBy(cancelled: Pick<Cancellation, 'cancellationReason'>): AppointmentParty {
	return (cancelled.cancellationReason ?? null) === null ? 'customer' : 'shop'
}

/** Whether cancelling refunds all: in time, or by the shop (D52). */
export function isRefundDue(cancellation: Cancellation, cancelledAt: Instant): boolean {
	return cancelledBy(cancellation) === 'shop' || isFreeToCancel(cancellation.refundableUntilAt, cancelledAt)
}

/**
 * Refunds up to and including `refundableUntilAt`; later the shop keeps the money, unless it cancelled. No refund while
 * the payment is held: by a dispute, or by a partial refund that no person has booked (S19, D78).
 */
export function moneyOnCancelling(
	appointment: PaidSums & Cancellation,
	cancelledAt: Instant,
	hold: 'disputed' | 'part_back' | null = null,
): MoneyOnCancelling {
	if (moneyPaid(appointment) === 0) return 'nothing_paid'
	if (!isRefundDue(appointment, cancelledAt)) return 'kept'
	return hold ?? 'refunded'
}

type PaidSums = { paymentStatus: PaymentStatus; totalKobo: Kobo; paidKobo: Kobo; cashbackKobo: Kobo }

/** Without cashback: what was paid in advance, or all once the shop marked it as paid. */
export function moneyPaid({ paymentStatus, totalKobo, paidKobo, cashbackKobo }: PaidSums): Kobo {
	return paidKobo > 0 || paymentStatus !== 'completed' ? paidKobo : totalKobo - cashbackKobo
}

/** For a reward or cashback: returned in time, like money, else forfeited (D37). */
export type SavingsOnCancelling = 'none' | 'given_back' | 'forfeited'

export function savingsOnCancelling(
	appointment: { rewardLabel: string | null; cashbackKobo: Kobo } & Cancellation,
	cancelledAt: Instant,
): SavingsOnCancelling {
	if (appointment.rewardLabel === null && appointment.cashbackKobo === 0) return 'none'
	return isRefundDue(appointment, cancelledAt) ? 'given_back' : 'forfeited'
}

export function isFreeToCancel(refundableUntilAt: Instant, now: Instant): boolean {
	return now <= refundableUntilAt
}

/** The last instant for a customer's move: the start minus the shop's cut-off. */
export function movableUntil(startsAt: Instant, rescheduleCutoffMinutes: number): Instant {
	return startsAt - rescheduleCutoffMinutes * MINUTE_MS
}

/** The last instant is included. */
export function mayMove(
	appointment: { status: AppointmentStatus; startsAt: Instant },
	rescheduleCutoffMinutes: number,
	now: Instant,
): boolean {
	return isAhead(appointment, now) && now <= movableUntil(appointment.startsAt, rescheduleCutoffMinutes)
}
