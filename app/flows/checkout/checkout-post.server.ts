import type { CheckoutValues, FieldProblems } from '#app/domain/booking/checkout/checkout-form.server.ts'
import type { Customer, profileProblem } from '#app/domain/booking/customer/customer-refusal.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft/draft-choices-repository.server.ts'
import { customerWords } from '#app/domain/booking/reader-words.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import { type PaymentRefusal, paymentRefusals } from '#app/domain/payments/payment-refusal.ts'
import type { ReadForBooking, ReadForBookingDeps } from '#app/flows/booking/booking-problem.server.ts'
import type { RemoveServiceDeps } from '#app/flows/booking/choose-services.server.ts'
import type { HoldSlotDeps } from '#app/flows/booking/hold-slot.server.ts'
import type { OtherTimes } from '#app/flows/booking/offer-other-times.server.ts'
import type { PaymentStart } from '#app/flows/payments/ask-payment-page.server.ts'
import type { StartPaymentDeps, StartPaymentRefusal } from '#app/flows/payments/start-payment.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { BookAppointmentDeps, BookAppointmentRefusal } from './book-appointment.server.ts'
import type { SaveCheckoutDeps, SaveCheckoutRefusal } from './save-checkout.server.ts'

export type CheckoutRefusal =
	| BookAppointmentRefusal
	| StartPaymentRefusal
	| SaveCheckoutRefusal
	| NonNullable<ReturnType<typeof profileProblem>>
	| 'profile_error'
	| 'totals_not_updated'
	| 'promo_not_checked'
	| 'another_booking'
	| 'payment_conflict'

/** The words and status of a refusal. Checkout alone keeps typed values on its page. */
export function refusalWords(code: CheckoutRefusal) {
	if (code === 'not_saved') {
		const { text, ...words } = customerWords('not_saved')
		return { ...words, text: text.replace(' Please', ' Your details are still on this page. Please') }
	}
	return isPaymentRefusal(code) ? paymentRefusals[code] : customerWords(code)
}

function isPaymentRefusal(code: CheckoutRefusal): code is PaymentRefusal & CheckoutRefusal {
	return code in paymentRefusals
}

export type CheckoutDeps = ReadForBookingDeps &
	SaveCheckoutDeps &
	BookAppointmentDeps &
	HoldSlotDeps &
	RemoveServiceDeps &
	StartPaymentDeps &
	Pick<Repositories, 'identity'>

export type CheckoutPost = {
	draftId: string
	form: CheckoutValues
	/** A signed-in customer's profile replaces the typed contact. */
	customer: Promise<Customer | null>
	actor: Actor | null
	/** The appointments that this browser made before. */
	ownAppointmentIds: readonly string[]
	networkKey: string | null
	isKnownHere?: (email: string) => boolean
	now: Instant
}

export type ReadCheckoutPost = Omit<CheckoutPost, 'customer'> & {
	customer: Customer | null
	choices: CheckoutChoices
	/** Fields to mend before anything is booked; the choices leave them out. */
	problems: FieldProblems
	startsAt: Instant | null
	read: ReadForBooking & { payments: readonly Payment[] }
	/** Counts a typed promo code, in the post's first write. */
	alongside: readonly Statement[]
}

/** Signing in and changing the profile lead to checkout again (M2, M3). */
export type CheckoutNext = 'checkout' | 'add-service' | 'sign-in' | 'edit-profile' | 'times'

export type CheckoutAnswer =
	| { kind: 'booked'; appointmentId: string }
	/** The provider's page, or an earlier payment. */
	| ({ kind: 'payment' } & Exclude<PaymentStart, { next: 'booked' }>)
	/** With what a newly applied promo code takes off. */
	| { kind: 'saved'; next: CheckoutNext; promoSavedKobo: Kobo | null }
	/** Leads to the payment that was started before. */
	| { kind: 'paying'; paymentReference: string }
	/** `showsAnew`: the page must show saved changes, such as a hold. */
	| { kind: 'invalid'; problems: FieldProblems; showsAnew: boolean }
	/** With other times where the chosen one is gone. */
	| {
			kind: 'refused'
			refusal: CheckoutRefusal
			offer: OtherTimes | null
			/** The add-ons that were left out, for 'add_on_does_not_fit'. */
			addOnsTooLong?: readonly string[]
	  }

export function hasProblems(problems: FieldProblems): boolean {
	return Object.keys(problems).length > 0
}
