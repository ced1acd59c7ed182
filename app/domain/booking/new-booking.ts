import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentChoice, PaymentMethod } from '#app/kernel/vocabulary.ts'
import type { PricedItem } from './price-visit.ts'

/** What was agreed to be paid, by whom; the amounts were computed by `priceVisit`. */
export type NewCheckout = {
	checkoutId: string
	clientId: string
	/** Whose account it is; null for a guest. */
	userId: string | null
	draftId: string
	shopId: string
	contact: { firstName: string; lastName: string; email: string | null; phone: string | null }
	services: PricedItem[]
	addOns: PricedItem[]
	subtotalKobo: Kobo
	discountKobo: Kobo
	tipKobo: Kobo
	totalKobo: Kobo
	promoCodeId: string | null
	paymentChoice: PaymentChoice
	paymentMethod: PaymentMethod
	now: Instant
}

/** The visit itself; who does it is asked of the calendar, which took its time before. */
export type NewAppointment = Pick<
	NewCheckout,
	| 'checkoutId'
	| 'clientId'
	| 'shopId'
	| 'services'
	| 'addOns'
	| 'tipKobo'
	| 'discountKobo'
	| 'totalKobo'
	| 'promoCodeId'
	| 'paymentMethod'
	| 'now'
> & {
	appointmentId: string
	referenceNumber: string
	scheduledDate: CivilDate
	scheduledTime: string
	startsAt: Instant
	endsAt: Instant
	durationMinutes: number
	/** In advance: all, a deposit, or nothing. */
	paidKobo: Kobo
	refundableUntilAt: Instant
	/** Names the services after the first one (spec 1 §3). */
	notes: string | null
}

/** Everything that one booking writes in its own context. */
export type NewBooking = NewCheckout & NewAppointment

/** A service as it was priced, with who was chosen for it; null: whoever is free. */
export type FrozenService = PricedItem & { staffMemberId: string | null; bufferMinutes: number }

/** A checkout that waits for its payment: all that the visit needs to be booked when that comes. */
export type NewPendingCheckout = Omit<NewCheckout, 'services'> & {
	services: FrozenService[]
	startsAt: Instant
	refundableUntilAt: Instant
	/** What is paid online: all, or the shop's deposit. */
	dueKobo: Kobo
}
