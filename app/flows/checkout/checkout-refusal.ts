import type { profileProblem } from '#app/domain/booking/customer/customer-refusal.ts'
import { customerWords } from '#app/domain/booking/reader-words.ts'
import { type PaymentRefusal, paymentRefusals } from '#app/domain/payments/payment-refusal.ts'
import type { StartPaymentRefusal } from '#app/flows/payments/start-payment.server.ts'
import type { BookAppointmentRefusal } from './book-appointment.server.ts'
import type { SaveCheckoutRefusal } from './save-checkout.server.ts'

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

/** The words of a refusal and its status. Checkout alone keeps typed values on its page. */
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
