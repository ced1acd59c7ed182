import { type BookingRefusal, bookingRefusals } from '#app/domain/booking/booking-refusal.ts'
import { type PaymentRefusal, paymentRefusals } from '#app/domain/payments/payment-refusal.ts'

/** Why checkout was refused: the booking itself, or paying for it. */
export type CheckoutRefusal = BookingRefusal | PaymentRefusal

/** The words of a refusal and its status, from the table of the context that it belongs to. */
export function refusalWords(code: CheckoutRefusal) {
	return isPaymentRefusal(code) ? paymentRefusals[code] : bookingRefusals[code]
}

function isPaymentRefusal(code: CheckoutRefusal): code is PaymentRefusal {
	return code in paymentRefusals
}
