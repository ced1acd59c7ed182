import type { CheckoutView } from './checkout-view.server.ts'

/**
 * Checkout after a post was refused because prepayment is required: only online is left. The page cannot know it
 * earlier, since it must not reveal a guest's no-shows before they book (S15).
 */
export function prepaidView(view: CheckoutView): CheckoutView {
	return {
		...view,
		paymentChoice: 'online',
		offer: { ...view.offer, deposit: { depositKind: 'none', depositValue: 0 }, mustPrepay: true },
	}
}
