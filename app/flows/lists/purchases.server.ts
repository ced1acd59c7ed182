import type { Purchase } from '#app/flows/payments/settlement.ts'

/** Settling dispatches on `kind`, and loads the purchase's code only then. */
export const purchases: readonly Purchase[] = [
	{
		kind: 'appointment',
		async settle(charge) {
			const { bookPaidCheckout } = await import('#app/flows/payments/book-paid-checkout.server.ts')
			return bookPaidCheckout(charge)
		},
	},
	{
		kind: 'plan',
		async settle(charge) {
			const { startPaidPlan } = await import('#app/flows/subscriptions/start-paid-plan.server.ts')
			return startPaidPlan(charge)
		},
	},
]
