import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { AppointmentStatus, PaymentStatus } from '#app/kernel/vocabulary.ts'

/**
 * Until when cancelling gives prepaid money back: the shop's free minutes before the visit begins (24 hours by
 * default). Fixed when the visit is booked; moving the visit never moves it (spec 3, "Words and numbers").
 */
export function refundableUntil(startsAt: Instant, freeCancellationMinutes: number): Instant {
	return startsAt - freeCancellationMinutes * MINUTE_MS
}

/** Booked, not called off, and not begun: only such a visit can be cancelled or moved. */
export function isAhead(visit: { status: AppointmentStatus; startsAt: Instant }, now: Instant): boolean {
	return (visit.status === 'SCHEDULED' || visit.status === 'CONFIRMED') && visit.startsAt > now
}

/** What cancelling does to the money; the page says it first and the act does the same (spec 3, "Cancel and reschedule"). */
export type MoneyOnCancelling = 'nothing_paid' | 'comes_back' | 'kept'

/** Prepaid money comes back up to and including the instant until which it is refundable; later it is kept. */
export function moneyOnCancelling(
	visit: { paymentStatus: PaymentStatus; paidKobo: Kobo; refundableUntilAt: Instant },
	cancelledAt: Instant,
): MoneyOnCancelling {
	if (visit.paidKobo === 0 && visit.paymentStatus !== 'completed') return 'nothing_paid'
	return isFreeToCancel(visit.refundableUntilAt, cancelledAt) ? 'comes_back' : 'kept'
}

export function isFreeToCancel(refundableUntilAt: Instant, now: Instant): boolean {
	return now <= refundableUntilAt
}

/** The last instant at which the customer may move a visit: 2 hours before it begins, unless the shop says otherwise. */
export function movableUntil(startsAt: Instant, rescheduleCutoffMinutes: number): Instant {
	return startsAt - rescheduleCutoffMinutes * MINUTE_MS
}

export function mayMove(
	visit: { status: AppointmentStatus; startsAt: Instant },
	rescheduleCutoffMinutes: number,
	now: Instant,
): boolean {
	return isAhead(visit, now) && now <= movableUntil(visit.startsAt, rescheduleCutoffMinutes)
}
