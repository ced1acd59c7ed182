import { slotAt } from '#app/domain/availability/slot-at.ts'
import type { CheckoutSnapshot } from '#app/domain/booking/checkout/paid-checkout-repository.server.ts'
import { tipIn } from '#app/domain/booking/checkout/price-draft.ts'
import { isOfferOpen, type Payment } from '#app/domain/payments/payment.ts'
import { isRefundNotDue } from '#app/domain/payments/refund-repository.server.ts'
import {
	DAYS_LOOKED_AT,
	daysAround,
	nearestTimes,
	type OtherTimes,
} from '#app/flows/booking/offer-other-times.server.ts'
import { calendarWindow, postedDays } from '#app/flows/booking/read-draft.server.ts'
import { refundStatements } from '#app/flows/refunds/refund-payment.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { RefundReason } from '#app/kernel/vocabulary/payments.ts'
import { refusalOfWrite, type WriteFailure, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { SettleTry } from './claim-payment.server.ts'
import { type BookingTry, checkoutSearch, paidAppointment, tryToBookFreeTime } from './paid-booking.server.ts'
import type { PurchaseDeps } from './settlement.ts'

export type PaymentWithOffer = {
	payment: Payment
	checkout: CheckoutSnapshot
	/** Best first; null without an open offer. The agreed time comes first when it is free again. */
	times: OtherTimes['times'] | null
}

/** A payment, its checkout and its possible times, in one trip (P7). */
export async function readOffer(
	deps: Pick<Repositories, 'payments' | 'booking' | 'availability'>,
	{ paymentReference, now }: { paymentReference: string; now: Instant },
): Promise<PaymentWithOffer | null> {
	const { attempts } = deps.payments
	const { checkouts } = deps.booking
	const { calendar: availability } = deps.availability
	const [payment, checkout, calendar] = await Promise.all([
		attempts.payment(paymentReference),
		checkouts.checkoutOfPayment(paymentReference),
		availability.calendarAroundPaidTime(paymentReference, DAYS_LOOKED_AT, now),
	])
	if (!payment || !checkout) return null
	if (!payment.received || !isOfferOpen(payment.received, now)) return { payment, checkout, times: null }
	const { startsAt, shop } = checkout
	const search = checkoutSearch(checkout, calendar, daysAround(startsAt, now), now)
	const { requested, times } = nearestTimes(search, shop.timeZone, startsAt)
	const own = { startsAt, label: requested.label }
	return {
		payment,
		checkout,
		times: slotAt(search, startsAt).ok ? [own, ...times.slice(0, -1)] : times,
	}
}

type AcceptedOffer = { appointmentId: string; draftId: string }

type AcceptOutcome = Outcome<AcceptedOffer, Exclude<BookingTry, SettleTry | 'saving_lost'> | 'offer_over'>

/**
 * Accepts an offer (K25): books a paid checkout at another start, with the agreed services, people and lengths. Every
 * repeat gets the one appointment. The offer stays where `takeSlot` refuses. Refuses 'offer_over' when it has ended, or
 * its draft is booked or its promo code used up: the payment is then refunded.
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
	if (!received || !checkout || !isOfferOpen(received, now)) return acceptedOffer(payment)
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
			return acceptedOffer(await deps.payments.attempts.payment(paymentReference))
		case 'booked_by_another_way':
			return refundOffer(deps, 'second_payment', paymentReference, now)
		case 'saving_lost':
			return refundOffer(deps, 'promo_used_up', paymentReference, now)
		default:
			return refused(tried)
	}
}

/** What this request or another made of the payment. */
function acceptedOffer(payment: Payment | null): Outcome<AcceptedOffer, 'offer_over'> {
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

/**
 * Declines an offer: refunds its payment and tells the customer. A repeat gives the same answer. Refuses 'offer_over'
 * when the payment booked an appointment, or never was an offer.
 */
export async function declineOffer(
	deps: Pick<Repositories, 'payments' | 'booking' | 'loyalty' | 'messaging' | 'shops' | 'writeBatch'>,
	declined: { paymentReference: string; reason?: RefundReason; now: Instant },
): Promise<Outcome<null, WriteFailure | 'offer_over'>> {
	const { paymentReference, reason = 'offer_declined', now } = declined
	const payment = await deps.payments.attempts.payment(paymentReference)
	const received = payment?.received
	if (received?.outcome === 'refund') return accepted(null)
	if (!payment || received?.outcome !== 'offered') return refused('offer_over')
	try {
		await writeIdempotent(deps.writeBatch, [
			...refundStatements(deps, { ...payment, received }, reason, now),
			...deps.messaging.outbox.insertPaymentMessage({ kind: 'refund_started', paymentReference, now }),
		])
		return accepted(null)
	} catch (error) {
		// Another request decided about the payment since the read.
		if (isRefundNotDue(error)) return declineOffer(deps, declined)
		return refused(refusalOfWrite(error, {}))
	}
}
