import { slotAt } from '#app/domain/availability/slot-at.ts'
import type { CheckoutSnapshot } from '#app/domain/booking/checkout/paid-checkout-repository.server.ts'
import { isOfferOpen, type Payment } from '#app/domain/payments/payment.ts'
import {
	DAYS_LOOKED_AT,
	daysAround,
	nearestTimes,
	type OtherTimes,
} from '#app/flows/booking/offer-other-times.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { checkoutSearch } from './booking-statements.server.ts'

export type PaymentWithOffer = {
	payment: Payment
	checkout: CheckoutSnapshot
	/** The nearest times, best first; null where no offer is open. The agreed time comes first when it is free again. */
	times: OtherTimes['times'] | null
}

/** A payment, its checkout and the times that it can have now, in one trip (P7); null for an unknown reference. */
export async function readOffer(
	{
		payments: { attempts },
		booking: { checkouts },
		availability: { calendar: availability },
	}: Pick<Repositories, 'payments' | 'booking' | 'availability'>,
	{ paymentReference, now }: { paymentReference: string; now: Instant },
): Promise<PaymentWithOffer | null> {
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
