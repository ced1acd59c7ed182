import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import type { RefusalOf } from '#app/domain/booking/booking-wording.ts'
import { savingConstraints } from '#app/domain/booking/checkout/money-refusal.ts'
import { numberConstraints } from '#app/domain/booking/draft/draft-refusal.ts'
import { slotConstraints } from '#app/domain/booking/hold/slot-refusal.ts'
import { refusalOfBookingWrite } from '#app/flows/booking/booking-write.server.ts'
import { withFreshReferenceNumber } from '#app/flows/booking/new-booking.server.ts'
import { type TakeRefusal, waysToTake } from '#app/flows/booking/take-slot.server.ts'
import { type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { bookingStatements, type PaidBooking, type TimeToBook } from './booking-statements.server.ts'
import { type SettleTry, tryToSettle } from './claim-payment.server.ts'
import type { PurchaseDeps } from './settlement.ts'

/** 'saving_lost': a saving in the price is used up. */
export type BookingTry =
	| SettleTry
	| 'saving_lost'
	| TakeRefusal
	| Exclude<RefusalOf<typeof constraints>, LostSaving>

type LostSaving = Exclude<RefusalOf<typeof savingConstraints>, 'promo_busy'>

const constraints = { ...slotConstraints, ...savingConstraints, ...numberConstraints }

/** `claim` stands first in the batch. */
type BookingToTry = PaidBooking & { claim: readonly Statement[] }

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
			const refusal = refusalOfBookingWrite(error, constraints)
			return isSavingLost(refusal) ? 'saving_lost' : refusal
		},
	)
}

/** As `tryToBook`, with each way to staff the start, best first. */
export async function tryToBookFreeTime(
	deps: PurchaseDeps,
	booking: BookingToTry,
	search: SlotSearch,
	waysOf: typeof waysToTake = waysToTake,
): Promise<BookingTry> {
	const ways = waysOf(search, booking.appointment.startsAt)
	if (!ways.ok) return ways.refusal
	for (const times of ways.value) {
		const tried = await tryToBook(deps, booking, times)
		if (tried !== 'slot_taken') return tried
	}
	return 'slot_taken'
}

/** A ceiling of promo codes ends soon. */
function isSavingLost(refusal: string): refusal is LostSaving {
	return refusal !== 'promo_busy' && Object.values<string>(savingConstraints).includes(refusal)
}
