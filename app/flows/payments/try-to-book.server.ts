import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import { refusalOfBookingWrite } from '#app/domain/booking/booking-write.server.ts'
import { withFreshReferenceNumber } from '#app/flows/booking/new-booking.server.ts'
import { waysToTake } from '#app/flows/booking/take-slot.server.ts'
import { type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { bookingStatements, type PaidBooking, type TimeToBook } from './booking-statements.server.ts'
import type { PurchaseDeps } from './purchase.ts'
import { type SettleTry, tryToSettle } from './try-to-settle.server.ts'

/** 'saving_lost': others used up what made the price, so the appointment cannot be had for what was paid. */
export type BookingTry = SettleTry | 'saving_lost' | BookingRefusal

/** A paid checkout to be booked, and what claims its payment: `claim` stands first in the batch. */
type BookingToTry = PaidBooking & { claim: readonly Statement[] }

/** Books a paid checkout at one time, or says why not. */
export function tryToBook(
	deps: PurchaseDeps,
	{ claim, ...booking }: BookingToTry,
	time: TimeToBook,
): Promise<BookingTry> {
	return tryToSettle(
		() =>
			withFreshReferenceNumber(booking.appointment, () =>
				writeIdempotent(deps.writeBatch, [...claim, ...bookingStatements(deps, booking, time)]),
			),
		(error) => {
			const refusal = refusalOfBookingWrite(error)
			return isSavingLost(refusal) ? 'saving_lost' : refusal
		},
	)
}

/**
 * As `tryToBook`, with each way to staff the start, best first, until one is free. Gives the slot engine's refusal
 * too.
 */
export async function tryToBookFreeTime(
	deps: PurchaseDeps,
	booking: BookingToTry,
	search: SlotSearch,
): Promise<BookingTry> {
	const ways = waysToTake(search, booking.appointment.startsAt)
	if (!ways.ok) return ways.refusal
	for (const times of ways.value) {
		const tried = await tryToBook(deps, booking, times)
		if (tried !== 'slot_taken') return tried
	}
	return 'slot_taken'
}

const savings: readonly BookingRefusal[] = [
	'promo_not_valid',
	'referral_not_valid',
	'reward_not_available',
	'cashback_not_available',
]

function isSavingLost(refusal: BookingRefusal): boolean {
	return savings.includes(refusal)
}
