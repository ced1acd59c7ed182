import { bookPaidCheckout } from '#app/flows/payments/book-paid-checkout.server.ts'
import type { Purchase } from '#app/flows/payments/purchase.ts'
import { startPaidPlan } from '#app/flows/subscriptions/start-paid-plan.server.ts'

/** What a payment can buy: settling dispatches on `kind`. */
export const purchases: readonly Purchase[] = [
	{ kind: 'appointment', settle: bookPaidCheckout },
	{ kind: 'plan', settle: startPaidPlan },
]
