import type { CheckoutView } from './checkout-view.server.ts'

/**
 * Checkout after a post was refused because all is paid in advance: online is the only way that is left. The page
 * cannot know it by itself, since nothing is said of a guest's missed visits before they book (S15).
 */
export function prepaidView(view: CheckoutView): CheckoutView {
	return {
		...view,
		paymentChoice: 'online',
		offer: { ...view.offer, deposit: { depositKind: 'none', depositValue: 0 }, mustPrepay: true },
	}
}
