import type { AvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import { slotAt } from '#app/domain/availability/slot-at.ts'
import type { CheckoutRepository, FrozenVisit } from '#app/domain/booking/checkout-repository.server.ts'
import { isOfferOpen, type Payment } from '#app/domain/payments/payment.ts'
import type { PaymentRepository } from '#app/domain/payments/payment-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { DAYS_LOOKED_AT, daysAround, nearestTimes, type OtherTimes } from './offer-other-times.server.ts'
import { paidVisitSearch } from './paid-visit.server.ts'

export type ReadOfferDeps = {
	payments: Pick<PaymentRepository, 'payment'>
	checkouts: Pick<CheckoutRepository, 'frozenVisit'>
	availability: Pick<AvailabilityRepository, 'calendarAroundPaidTime'>
}

export type PaymentWithOffer = {
	payment: Payment
	visit: FrozenVisit
	/** The nearest equal times, best first; null where none are on offer. The lost time itself comes first when it is free again. */
	times: OtherTimes['times'] | null
}

/** A payment, what it is for, and the times that can be had for it now, in one trip; null for one that is none of ours. */
export async function readOffer(
	{ payments, checkouts, availability }: ReadOfferDeps,
	{ reference, now }: { reference: string; now: Instant },
): Promise<PaymentWithOffer | null> {
	const [payment, visit, calendar] = await Promise.all([
		payments.payment(reference),
		checkouts.frozenVisit(reference),
		availability.calendarAroundPaidTime(reference, DAYS_LOOKED_AT, now),
	])
	if (!payment || !visit) return null
	if (!payment.received || !isOfferOpen(payment.received, now)) return { payment, visit, times: null }
	const { startsAt, shop } = visit
	const search = paidVisitSearch(visit, calendar, daysAround(startsAt, now), now)
	const { wished, times } = nearestTimes(search, shop.timeZone, startsAt)
	return { payment, visit, times: slotAt(search, startsAt).ok ? [wished, ...times.slice(0, -1)] : times }
}
