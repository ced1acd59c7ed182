import { tipIn } from '#app/domain/booking/checkout/tip.ts'
import { isOfferOpen, type Payment } from '#app/domain/payments/payment.ts'
import { calendarWindow, postedDays } from '#app/flows/booking/read-draft.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { checkoutSearch, paidAppointment } from './booking-statements.server.ts'
import { declineOffer } from './decline-offer.server.ts'
import type { PurchaseDeps } from './purchase.ts'
import { type BookingTry, tryToBookFreeTime } from './try-to-book.server.ts'
import type { SettleTry } from './try-to-settle.server.ts'

export type AcceptedOffer = { appointmentId: string; draftId: string }

type AcceptOutcome = Outcome<AcceptedOffer, Exclude<BookingTry, SettleTry | 'saving_lost'> | 'offer_over'>

/**
 * Accepts an offer (K25): books a paid checkout, whose time was gone when its money arrived, at another start with
 * the agreed services, people and lengths. However often it is sent, it is booked once, and each request gets that
 * appointment. Refuses what `takeSlot` refuses: then the offer stays. Refuses 'offer_over' when the offer has ended
 * or was refunded, and when the draft was booked by another way or its promo code is used up: then the payment is
 * refunded.
 */
export async function acceptOffer(
	deps: PurchaseDeps,
	{ paymentReference, startsAt, now }: { paymentReference: string; startsAt: Instant; now: Instant },
): Promise<AcceptOutcome> {
	const days = postedDays(startsAt, now)
	const [payment, checkout, calendar] = await Promise.all([
		deps.payments.attempts.payment(paymentReference),
		deps.booking.checkouts.checkoutOfPayment(paymentReference),
		deps.availability.calendar.calendarOf(
			{ kind: 'payment', paymentReference },
			calendarWindow(days.firstDate, days.dayCount),
			now,
		),
	])
	const received = payment?.received
	if (!received || !checkout || !isOfferOpen(received, now)) return outcomeOf(payment)
	if (checkout.bookedAppointmentId !== null) return refundOffer(deps, 'second_payment', paymentReference, now)

	const appointment = paidAppointment(checkout, { startsAt, paidKobo: received.amountKobo, now })
	const { appointmentId } = appointment
	const staffTipKobo = tipIn(checkout, received.amountKobo)
	const claim = [deps.payments.attempts.bookOffered(paymentReference, { appointmentId, staffTipKobo, now })]
	const tried = await tryToBookFreeTime(
		deps,
		{ paymentReference, checkout, appointment, claim, now },
		checkoutSearch(checkout, calendar, days, now),
	)
	switch (tried) {
		case 'written':
			return accepted({ appointmentId, draftId: checkout.draftId })
		case 'settled_before':
			return outcomeOf(await deps.payments.attempts.payment(paymentReference))
		case 'booked_by_another_way':
			return refundOffer(deps, 'second_payment', paymentReference, now)
		case 'saving_lost':
			return refundOffer(deps, 'promo_used_up', paymentReference, now)
		default:
			return refused(tried)
	}
}

/** What the payment became, by this request or by another one. */
function outcomeOf(payment: Payment | null): Outcome<AcceptedOffer, 'offer_over'> {
	const { outcome, appointmentId = null } = payment?.received ?? {}
	return payment && outcome === 'booked' && appointmentId !== null
		? accepted({ appointmentId, draftId: payment.draftId })
		: refused('offer_over')
}

async function refundOffer(
	deps: PurchaseDeps,
	reason: 'second_payment' | 'promo_used_up',
	paymentReference: string,
	now: Instant,
): Promise<AcceptOutcome> {
	const declined = await declineOffer(deps, { paymentReference, reason, now })
	return declined.ok ? refused('offer_over') : declined
}
