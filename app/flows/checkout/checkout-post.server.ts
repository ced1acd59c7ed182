import type { CheckoutValues, FieldProblems } from '#app/domain/booking/checkout/checkout-form.server.ts'
import type { Customer } from '#app/domain/booking/customer/customer-refusal.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft/draft-choices-repository.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import type { RemoveServiceDeps } from '#app/flows/booking/choose-services.server.ts'
import type { HoldSlotDeps } from '#app/flows/booking/hold-slot.server.ts'
import type { OtherTimes } from '#app/flows/booking/offer-other-times.server.ts'
import type { ReadForBooking, ReadForBookingDeps } from '#app/flows/booking/read-for-booking.server.ts'
import type { PaymentStart } from '#app/flows/payments/ask-payment-page.server.ts'
import type { StartPaymentDeps } from '#app/flows/payments/start-payment.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { BookAppointmentDeps } from './book-appointment.server.ts'
import type { CheckoutRefusal } from './checkout-refusal.ts'
import type { SaveCheckoutDeps } from './save-checkout.server.ts'

/** What the operations of checkout need together. */
export type CheckoutDeps = ReadForBookingDeps &
	SaveCheckoutDeps &
	BookAppointmentDeps &
	HoldSlotDeps &
	RemoveServiceDeps &
	StartPaymentDeps &
	Pick<Repositories, 'identity'>

/** One post of the checkout form. */
export type CheckoutPost = {
	draftId: string
	form: CheckoutValues
	/** Who is signed in, being read: then the contact is their profile's, not the typed one. */
	customer: Promise<Customer | null>
	actor: Actor | null
	/** The appointments that this browser made before. */
	ownAppointmentIds: readonly string[]
	networkKey: string | null
	/** Whether the account of this e-mail has signed in on this device before. */
	isKnownHere?: (email: string) => boolean
	now: Instant
}

/** A post with what it is decided by: what each operation of checkout gets. */
export type ReadCheckoutPost = Omit<CheckoutPost, 'customer'> & {
	customer: Customer | null
	choices: CheckoutChoices
	/** What has to be asked about before anything is booked or led to; the choices leave it out. */
	problems: FieldProblems
	startsAt: Instant | null
	read: ReadForBooking & { payments: readonly Payment[] }
	/** Counts a typed promo code: it goes in front of the first write of the post. */
	alongside: readonly Statement[]
}

/** Where a post that only saves leads. Signing in and changing the profile lead back to checkout (M2, M3). */
export type CheckoutNext = 'checkout' | 'add-service' | 'sign-in' | 'edit-profile' | 'times'

export type CheckoutAnswer =
	| { kind: 'booked'; appointmentId: string }
	/** To be paid online: the customer goes to the provider's page, or to what an earlier payment has become. */
	| ({ kind: 'payment' } & Exclude<PaymentStart, { next: 'booked' }>)
	/** Saved, and where that leads; with what a promo code that was just applied takes off. */
	| { kind: 'saved'; next: CheckoutNext; promoSavedKobo: Kobo | null }
	/** Saved, and on to the payment that was started before. */
	| { kind: 'paying'; paymentReference: string }
	/** Fields to mend before anything is booked or led to. `showsAnew`: the page must show saved changes, as a hold. */
	| { kind: 'invalid'; problems: FieldProblems; showsAnew: boolean }
	/** Refused; with other times where the chosen one is gone. */
	| {
			kind: 'refused'
			refusal: CheckoutRefusal
			offer: OtherTimes | null
			/** The names of add-ons that were left out, where the refusal is 'add_on_does_not_fit'. */
			addOnsTooLong?: readonly string[]
	  }

export function hasProblems(problems: FieldProblems): boolean {
	return Object.keys(problems).length > 0
}
