import type { WantedTime } from '#app/domain/availability/calendar-entry-repository.server.ts'
import type { BookingCalendar } from '#app/domain/availability/calendar-repository.server.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import type { RefusalOf } from '#app/domain/booking/booking-wording.ts'
import { savingConstraints } from '#app/domain/booking/checkout/money-refusal.ts'
import type { CheckoutSnapshot } from '#app/domain/booking/checkout/paid-checkout-repository.server.ts'
import { tipIn } from '#app/domain/booking/checkout/price-draft.ts'
import { numberConstraints } from '#app/domain/booking/draft/draft-refusal.ts'
import type { NewAppointment } from '#app/domain/booking/draft/new-booking.ts'
import { slotConstraints } from '#app/domain/booking/hold/slot-refusal.ts'
import { refusalOfBookingWrite } from '#app/flows/booking/booking-write.server.ts'
import {
	newAppointment,
	takeReferral,
	withFreshReferenceNumber,
} from '#app/flows/booking/new-booking.server.ts'
import { planSegments, searchIn } from '#app/flows/booking/read-draft.server.ts'
import { type TakeRefusal, waysToTake } from '#app/flows/booking/take-slot.server.ts'
import { onAppointmentBooked } from '#app/flows/lifecycle/on-appointment-booked.server.ts'
import { releaseOthers } from '#app/flows/lifecycle/release-savings.server.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type SettleTry, tryToSettle } from './claim-payment.server.ts'
import type { PurchaseDeps } from './settlement.ts'

/** The appointment of a paid checkout, at the agreed start or another one. */
export function paidAppointment(
	checkout: CheckoutSnapshot,
	paid: { startsAt: Instant; paidKobo: Kobo; now: Instant },
): NewAppointment {
	const appointment = newAppointment(checkout, {
		...paid,
		timeZone: checkout.shop.timeZone,
		// The deadline keeps its distance to the start, as at checkout.
		refundableUntilAt: paid.startsAt - (checkout.startsAt - checkout.refundableUntilAt),
	})
	// Booked by telephone with a deposit link (D66).
	return checkout.depositCode === null ? appointment : { ...appointment, walkIn: { arrivedAt: null } }
}

/** The hold's times, or times that are free now. */
type TimeToBook = 'held' | readonly WantedTime[]

type PaidBooking = {
	paymentReference: string
	checkout: CheckoutSnapshot
	appointment: NewAppointment
	now: Instant
}

/**
 * The statements that make a paid checkout an appointment. They stand after the claim of the payment in its batch: a
 * second claim refuses the whole batch (K23).
 */
function bookingStatements(
	deps: Pick<Repositories, 'availability' | 'booking' | 'payments' | 'messaging' | 'shops' | 'loyalty'>,
	{ paymentReference, checkout, appointment, now }: PaidBooking,
	time: TimeToBook,
): Statement[] {
	const { appointmentId, paidKobo: amountKobo } = appointment
	const { checkoutId, draftId, shopId, contact } = checkout
	const release = deps.booking.holds.releaseHold(draftId)
	return [
		...(time === 'held'
			? [deps.availability.calendar.turnHoldIntoAppointment(checkoutId, appointmentId, now), release]
			: [release, ...deps.availability.calendar.takeTime({ appointmentId }, shopId, time, now)]),
		...releaseOthers(deps, checkout, { now }),
		// Savings count as when the payment was started.
		...deps.booking.checkouts.completeCheckout(checkout, paymentReference),
		...deps.loyalty.savingUses.keepUses(checkout, checkout.createdAt),
		...takeReferral(deps, { ...checkout, now: checkout.createdAt }),
		...deps.booking.appointments.insertAppointment(appointment),
		...onAppointmentBooked(deps, {
			appointmentId,
			draftId,
			shopId,
			startsAt: appointment.startsAt,
			timeZone: checkout.shop.timeZone,
			contact,
			payment: { paymentReference, amountKobo, tipKobo: tipIn(checkout, amountKobo) },
			cashback: { accountId: checkout.cashbackAccountId, amountKobo: checkout.cashbackKobo },
			now,
		}),
	]
}

export function checkoutSearch(
	checkout: CheckoutSnapshot,
	calendar: BookingCalendar,
	days: { firstDate: CivilDate; dayCount: number },
	now: Instant,
): SlotSearch {
	const services = checkout.services.map((service) => ({ ...service, serviceId: service.id }))
	const segments = planSegments({ services, addOns: checkout.addOns }, calendar)
	return searchIn(checkout.shop, calendar.rows, segments, days, now)
}

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

/** Books a paid checkout at one time, or gives why not. */
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

/** 'promo_busy' is not lost: that ceiling ends soon. */
function isSavingLost(refusal: string): refusal is LostSaving {
	return refusal !== 'promo_busy' && Object.values<string>(savingConstraints).includes(refusal)
}
