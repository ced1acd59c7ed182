import type { AvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import type { CheckoutRepository } from '#app/domain/booking/checkout-repository.server.ts'
import { isSecondBookingOfDraft, writeKeyed } from '#app/domain/booking/refusal-of-write.server.ts'
import { isOfferOpen, type Payment } from '#app/domain/payments/payment.ts'
import { isDecidedBefore, type PaymentRepository } from '#app/domain/payments/payment-repository.server.ts'
import { dateOfInstant } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type DeclineOfferDeps, declineOffer } from './decline-offer.server.ts'
import { withFreshReference } from './new-booking.server.ts'
import {
	type BookPaidVisitDeps,
	bookingStatements,
	paidAppointment,
	paidVisitSearch,
	tipIn,
} from './paid-visit.server.ts'
import { calendarWindow } from './read-visit.server.ts'
import { takeSlot } from './take-slot.server.ts'

export type AcceptOfferDeps = BookPaidVisitDeps &
	DeclineOfferDeps & {
		availability: Pick<AvailabilityRepository, 'calendarOf'>
		checkouts: Pick<CheckoutRepository, 'frozenVisit'>
		payments: Pick<PaymentRepository, 'bookOffered'>
	}

export type AcceptedOffer = { appointmentId: string; draftId: string }

/**
 * Takes up an offer: a visit whose time was gone when its payment came is booked at another time, with the same services,
 * people and lengths (guide: paystack, "The integration" 5). Twice, and from twenty tabs at once, it is booked once, and
 * each of them gets that visit. Refuses what `takeSlot` refuses: then the offer stays; 'offer_over' when it has ended
 * or was given back, and when it cannot be a visit any more, because that was booked by another way: its money goes back.
 */
export async function acceptOffer(
	deps: AcceptOfferDeps,
	{ reference, startsAt, now }: { reference: string; startsAt: Instant; now: Instant },
): Promise<Outcome<AcceptedOffer, BookingRefusal | 'offer_over'>> {
	const days = { firstDate: dateOfInstant(startsAt, -1), dayCount: 3 }
	const [payment, visit, calendar] = await Promise.all([
		deps.payments.payment(reference),
		deps.checkouts.frozenVisit(reference),
		deps.availability.calendarOf(
			{ paymentReference: reference },
			calendarWindow(days.firstDate, days.dayCount),
			now,
		),
	])
	const received = payment?.received
	if (!received || !visit || !isOfferOpen(received, now)) return decidedBefore(payment)
	if (visit.bookedAppointmentId !== null) return giveBackInstead(deps, 'second_payment', reference, now)

	const appointment = paidAppointment(visit, { startsAt, paidKobo: received.amountKobo, now })
	const { appointmentId } = appointment
	const staffTipKobo = tipIn(visit, received.amountKobo)
	let otherwise: Outcome<AcceptedOffer, BookingRefusal | 'offer_over'> | undefined
	const taken = await takeSlot(paidVisitSearch(visit, calendar, days, now), startsAt, async (times) => {
		try {
			await withFreshReference(appointment, () =>
				writeKeyed(deps.writeBatch, [
					deps.payments.bookOffered(reference, { appointmentId, staffTipKobo, now }),
					...bookingStatements(deps, { reference, visit, appointment, time: times, now }),
				]),
			)
		} catch (error) {
			if (isDecidedBefore(error)) otherwise = decidedBefore(await deps.payments.payment(reference))
			else if (isSecondBookingOfDraft(error))
				otherwise = await giveBackInstead(deps, 'second_payment', reference, now)
			else throw error
		}
	})
	if (otherwise) return otherwise
	if (taken.ok) return accepted({ appointmentId, draftId: visit.draftId })
	// Its code was used up by others: at this price the visit cannot be had any more.
	return taken.refusal === 'promo_not_valid' ? giveBackInstead(deps, 'promo_used_up', reference, now) : taken
}

/** What became of it already, here or in another tab. */
function decidedBefore(payment: Payment | null): Outcome<AcceptedOffer, 'offer_over'> {
	const { outcome, appointmentId = null } = payment?.received ?? {}
	return payment && outcome === 'booked' && appointmentId !== null
		? accepted({ appointmentId, draftId: payment.draftId })
		: refused('offer_over')
}

async function giveBackInstead(
	deps: AcceptOfferDeps,
	reason: 'second_payment' | 'promo_used_up',
	reference: string,
	now: Instant,
): Promise<Outcome<AcceptedOffer, BookingRefusal | 'offer_over'>> {
	const given = await declineOffer(deps, { reference, reason, now })
	return given.ok ? refused('offer_over') : given
}
