import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { tipIn } from '#app/domain/booking/checkout/price-draft.ts'
import { isHoldAlive } from '#app/domain/booking/hold/hold-policy.ts'
import { calendarWindow, postedDays } from '#app/flows/booking/read-draft.server.ts'
import { waysToTake, waysToTakeMinute, withoutNotice } from '#app/flows/booking/take-slot.server.ts'
import {
	claimStatements,
	offerTimes,
	readSettlement,
	receivedMoney,
	refundCharge,
} from './claim-payment.server.ts'
import {
	type BookingTry,
	checkoutSearch,
	paidAppointment,
	tryToBook,
	tryToBookFreeTime,
} from './paid-booking.server.ts'
import { decided, type KnownSettlement, type SuccessfulCharge } from './settlement.ts'

/**
 * Makes a paid checkout an appointment (K25): at its held time, else at the same time if it is free. Otherwise other
 * times are offered. The payment of a draft that is booked already is refunded.
 */
export async function bookPaidCheckout(charge: SuccessfulCharge): Promise<KnownSettlement> {
	const { checkout, payment, now } = charge
	if (checkout.bookedAppointmentId !== null) return refundCharge(charge, 'second_payment')
	// A start in the past cannot be booked, even while its hold is alive.
	if (checkout.startsAt <= now) return offerTimes(charge)

	const paid = { startsAt: checkout.startsAt, paidKobo: payment.amountKobo, now }
	const appointment = paidAppointment(checkout, paid)
	const received = receivedMoney(charge, {
		outcome: 'booked',
		appointmentId: appointment.appointmentId,
		staffTipKobo: tipIn(checkout, payment.amountKobo),
	})
	const { paymentReference } = payment
	const claim = claimStatements(charge, received)
	switch (await tryAgreedTime(charge, { paymentReference, checkout, appointment, claim, now })) {
		case 'written':
			return decided(payment, received)
		case 'settled_before':
			return readSettlement(charge)
		case 'booked_by_another_way':
			return refundCharge(charge, 'second_payment')
		case 'saving_lost':
			return refundCharge(charge, 'promo_used_up')
		case 'busy':
		case 'not_saved':
			return { kind: 'waiting', payment, seen: null }
		default:
			return offerTimes(charge)
	}
}

async function tryAgreedTime(
	charge: SuccessfulCharge,
	booking: Parameters<typeof tryToBook>[1],
): Promise<BookingTry> {
	const { deps, checkout, now } = charge
	if (checkout.heldUntilAt !== null && isHoldAlive({ expiresAt: checkout.heldUntilAt }, now)) {
		const tried = await tryToBook(deps, booking, 'held')
		if (tried !== 'slot_taken') return tried
	}
	// A shop books any minute by telephone; customers have a grid.
	const waysOf = checkout.depositCode === null ? waysToTake : waysToTakeMinute
	return tryToBookFreeTime(deps, booking, await searchForPaidTime(charge), waysOf)
}

/** Notice does not apply to a time that was held for its payment. */
async function searchForPaidTime(input: SuccessfulCharge): Promise<SlotSearch> {
	const { deps, checkout, payment, verified, now } = input
	const days = postedDays(checkout.startsAt, now)
	const calendar = await deps.availability.calendar.calendarOf(
		{ kind: 'payment', paymentReference: payment.paymentReference },
		calendarWindow(days.firstDate, days.dayCount),
		now,
	)
	const policy = checkout.depositCode === null ? checkout.shop : { ...checkout.shop, ...withoutNotice }
	const search = checkoutSearch({ ...checkout, shop: policy }, calendar, days, now)
	const isPaidInTime = isHoldAlive(payment, verified.paidAt ?? now)
	return isPaidInTime
		? { ...search, earliestStartAt: Math.min(search.earliestStartAt, checkout.startsAt) }
		: search
}
