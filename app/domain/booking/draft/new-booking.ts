import type { PricedItem } from '#app/domain/booking/checkout/price-draft.ts'
import type { StoredNotes } from '#app/kernel/booking-notes.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentChoice, PaymentMethod } from '#app/kernel/vocabulary/booking.ts'

/** `priceDraft` computed the amounts. */
export type NewCheckout = {
	checkoutId: string
	clientId: string
	/** Null for a guest. */
	userId: string | null
	draftId: string
	shopId: string
	contact: { firstName: string; lastName: string; email: string | null; phone: string | null }
	/** Absent for a plan, or where the checkout is stored already. */
	bookingNotes?: StoredNotes
	/** The reason of the shop's own discount. */
	discountReason?: string
	services: PricedItem[]
	addOns: PricedItem[]
	subtotalKobo: Kobo
	discountKobo: Kobo
	tipKobo: Kobo
	totalKobo: Kobo
	cashbackKobo: Kobo
	/** At most one gave the discount, and none where the shop did. */
	promoCodeId: string | null
	referralCodeId: string | null
	/** The code's referrer has signed in on this device (D41). */
	isSameDevice: boolean
	rewardId: string | null
	paymentChoice: PaymentChoice
	paymentMethod: PaymentMethod
	now: Instant
}

/** Without staff: the insert reads them from the calendar entries before it in the batch. */
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
	/** In advance: all, a deposit, or nothing. */
	paidKobo: Kobo
	refundableUntilAt: Instant
	/** Names the services after the first one (C54). */
	notes: string | null
	/** Booked by the shop. `arrivedAt` is null for a later visit. */
	walkIn?: { arrivedAt: Instant | null }
}

export type NewBooking = NewCheckout & NewAppointment

/** Null staff: any available. */
export type SnapshotService = PricedItem & { staffMemberId: string | null; bufferMinutes: number }

/** Waits for its payment, with all that the booking needs then. */
export type NewPendingCheckout = Omit<NewCheckout, 'services'> & {
	services: SnapshotService[]
	startsAt: Instant
	refundableUntilAt: Instant
	/** To pay online: all, or the deposit. */
	dueKobo: Kobo
}
