import { type BookingRefusal, bookingRefusals } from '#app/domain/booking/booking-refusal.ts'
import { type PaymentRefusal, paymentRefusals } from '#app/domain/payments/payment-refusal.ts'

/** Why checkout was refused: the booking itself, or paying for it. */
export type CheckoutRefusal = BookingRefusal | PaymentRefusal

/**
 * The words of a refusal and its status, from the table of the context that it belongs to. Checkout alone keeps on its
 * page what was typed: on the others a button was pressed.
 */
export function refusalWords(code: CheckoutRefusal) {
	if (code === 'not_saved') {
		const { text, ...words } = bookingRefusals.not_saved
		return { ...words, text: text.replace(' Please', ' Your details are still on this page. Please') }
	}
	return isPaymentRefusal(code) ? paymentRefusals[code] : bookingRefusals[code]
}

function isPaymentRefusal(code: CheckoutRefusal): code is PaymentRefusal {
	return code in paymentRefusals
}
