import { startedPayment } from '#app/domain/payments/payment.ts'
import type { CheckoutAnswer, CheckoutDeps, ReadCheckoutPost } from './checkout-post.server.ts'
import { updateCheckout } from './update-checkout.server.ts'

/** Saves the form, and leads to the payment that was started before; without one, to checkout again. */
export async function checkPayment(deps: CheckoutDeps, posted: ReadCheckoutPost): Promise<CheckoutAnswer> {
	const saved = await updateCheckout(deps, posted)
	const payment = startedPayment(posted.read.payments)
	if (saved.kind !== 'saved' || !payment) return saved
	return { kind: 'paying', paymentReference: payment.paymentReference }
}
