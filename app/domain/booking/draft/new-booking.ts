import type { PricedItem } from '#app/domain/booking/checkout/price-draft.ts'
import type { ToldNotes } from '#app/kernel/booking-notes.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentChoice, PaymentMethod } from '#app/kernel/vocabulary/booking.ts'

/** What a customer agreed to pay. `priceDraft` computed the amounts. */
export type NewCheckout = {
	checkoutId: string
	clientId: string
	/** The customer's account; null for a guest. */
	userId: string | null
	draftId: string
	shopId: string
	contact: { firstName: string; lastName: string; email: string | null; phone: string | null }
	/** Absent where nothing can be told, as with a plan, or where the checkout is stored already. */
	bookingNotes?: ToldNotes
	/** Why the shop itself took the discount off. */
	discountReason?: string
	services: PricedItem[]
	addOns: PricedItem[]
	subtotalKobo: Kobo
	discountKobo: Kobo
	tipKobo: Kobo
	totalKobo: Kobo
	/** What of the total is paid with cashback. */
	cashbackKobo: Kobo
	/** What took the discount off: one of them at most, and none where the shop did. */
	promoCodeId: string | null
	referralCodeId: string | null
	/** The referrer of that code has signed in on the device that books (D41). */
	isSameDevice: boolean
	rewardId: string | null
	paymentChoice: PaymentChoice
	paymentMethod: PaymentMethod
	now: Instant
}

/** The appointment without its staff: the insert reads them from the calendar entries before it in the batch. */
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
	| 'cashbackKobo'
	| 'promoCodeId'
	| 'referralCodeId'
	| 'rewardId'
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
	/** Paid in advance: all, a deposit, or nothing. */
	paidKobo: Kobo
	refundableUntilAt: Instant
	/** Names the services after the first one (C54). */
	notes: string | null
	/** Booked by the shop for a walk-in. The arrival is known, unless the visit is for later. */
	walkIn?: { arrivedAt: Instant | null }
}

/** Everything that one booking writes in this context. */
export type NewBooking = NewCheckout & NewAppointment

/** A priced service with the chosen member of staff; null: any available. */
export type SnapshotService = PricedItem & { staffMemberId: string | null; bufferMinutes: number }

/** A checkout that waits for its payment, with all that the booking needs once the payment arrives. */
export type NewPendingCheckout = Omit<NewCheckout, 'services'> & {
	services: SnapshotService[]
	startsAt: Instant
	refundableUntilAt: Instant
	/** The amount to pay online: all, or the shop's deposit. */
	dueKobo: Kobo
}
