import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import {
	isSavingLost,
	isSecondBookingOfDraft,
	refusalOfBookingWrite,
} from '#app/domain/booking/booking-write.server.ts'
import { isHoldAlive } from '#app/domain/booking/hold-policy.ts'
import { tipIn } from '#app/domain/booking/tip.ts'
import { isOfferOfBookedDraft, isSettledBefore } from '#app/domain/payments/payment-repository.server.ts'
import { withFreshReferenceNumber } from '#app/flows/booking/new-booking.server.ts'
import { calendarWindow, postedDays } from '#app/flows/booking/read-draft.server.ts'
import { takeSlot } from '#app/flows/booking/take-slot.server.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { isRetryable, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import {
	bookingStatements,
	checkoutSearch,
	paidAppointment,
	type TimeToBook,
} from './booking-statements.server.ts'
import {
	claimPayment,
	claimStatements,
	readSettlement,
	receivedMoney,
	refundCharge,
} from './claim-payment.server.ts'
import type { SuccessfulCharge } from './purchase.ts'
import { decided, type KnownSettlement } from './settlement.ts'

/**
 * Makes a paid checkout an appointment (K25): at the time that its hold keeps, else at the same time if it is free. When
 * the time is gone, other times are offered. When the draft was booked by another way, the payment is refunded.
 */
export async function bookPaidCheckout(charge: SuccessfulCharge): Promise<KnownSettlement> {
	const { checkout, payment, now } = charge
	if (checkout.bookedAppointmentId !== null) return refundCharge(charge, 'second_payment')
	// A start in the past cannot be booked, even while its hold is alive.
	if (checkout.startsAt <= now) return offerOtherTimes(charge)
	const booked = await bookAgreedTime(charge)
	if (booked.ok) return booked.value
	if (isRetryable(booked.refusal)) return { kind: 'waiting', payment, seen: null }
	if (isSavingLost(booked.refusal)) return refundCharge(charge, 'promo_used_up')
	return offerOtherTimes(charge)
}

async function bookAgreedTime(charge: SuccessfulCharge): Promise<Outcome<KnownSettlement, BookingRefusal>> {
	const { checkout, now } = charge
	if (checkout.heldUntilAt !== null && isHoldAlive({ expiresAt: checkout.heldUntilAt }, now)) {
		try {
			return accepted(await book(charge, 'held'))
		} catch (error) {
			const other = await settledByAnotherWrite(charge, error)
			if (other) return accepted(other)
			const refusal = refusalOfBookingWrite(error)
			if (refusal !== 'slot_taken') return refused(refusal)
		}
	}
	// Without its hold the time may still be free.
	return takeSlot(await searchForPaidTime(charge), checkout.startsAt, async (times) => {
		try {
			return await book(charge, times)
		} catch (error) {
			const other = await settledByAnotherWrite(charge, error)
			if (other) return other
			throw error
		}
	})
}

/** The shop's notice does not refuse a time that was paid for while it was held, whenever we learn of the payment. */
async function searchForPaidTime({
	deps,
	checkout,
	payment,
	verified,
	now,
}: SuccessfulCharge): Promise<SlotSearch> {
	const days = postedDays(checkout.startsAt, now)
	const calendar = await deps.availability.calendarOf(
		{ paymentReference: payment.paymentReference },
		calendarWindow(days.firstDate, days.dayCount),
		now,
	)
	const search = checkoutSearch(checkout, calendar, days, now)
	const isPaidInTime = isHoldAlive(payment, verified.paidAt ?? now)
	return isPaidInTime
		? { ...search, earliestStartAt: Math.min(search.earliestStartAt, checkout.startsAt) }
		: search
}

async function book(charge: SuccessfulCharge, time: TimeToBook): Promise<KnownSettlement> {
	const { deps, payment, checkout, now } = charge
	const { paymentReference, amountKobo } = payment
	const appointment = paidAppointment(checkout, { startsAt: checkout.startsAt, paidKobo: amountKobo, now })
	const received = receivedMoney(charge, {
		outcome: 'booked',
		appointmentId: appointment.appointmentId,
		staffTipKobo: tipIn(checkout, amountKobo),
	})
	await withFreshReferenceNumber(appointment, () =>
		writeIdempotent(deps.writeBatch, [
			...claimStatements(charge, received),
			...bookingStatements(deps, { paymentReference, checkout, appointment, time, now }),
		]),
	)
	return decided(payment, received)
}

/** Another write settled this payment first, or booked the draft by another way; null for any other failure. */
async function settledByAnotherWrite(
	charge: SuccessfulCharge,
	error: unknown,
): Promise<KnownSettlement | null> {
	if (isSettledBefore(error)) return readSettlement(charge)
	return isSecondBookingOfDraft(error) ? refundCharge(charge, 'second_payment') : null
}

async function offerOtherTimes(charge: SuccessfulCharge): Promise<KnownSettlement> {
	const { deps, payment, now } = charge
	const { paymentReference } = payment
	try {
		return await claimPayment(charge, receivedMoney(charge, { outcome: 'offered' }), [
			...deps.outbox.insertPaymentMessage({ kind: 'other_time_offered', paymentReference, now }),
		])
	} catch (error) {
		if (!isOfferOfBookedDraft(error)) throw error
		return refundCharge(charge, 'second_payment')
	}
}
