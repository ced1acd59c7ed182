import type { CheckoutAnswer, CheckoutDeps, ReadCheckoutPost } from './checkout-post.server.ts'
import { saveCheckout } from './save-checkout.server.ts'

/**
 * Saves the form with its promo code, and gives what the code takes off in kobo. Refuses what `saveCheckout`
 * refuses, and 'promo_not_checked' when no answer came.
 */
export async function applyPromo(deps: CheckoutDeps, posted: ReadCheckoutPost): Promise<CheckoutAnswer> {
	const saved = await saveCheckout(deps, posted)
	if (saved.ok) return { kind: 'saved', next: 'checkout', promoSavedKobo: saved.value.quote.discountKobo }
	const refusal = saved.refusal === 'not_saved' ? 'promo_not_checked' : saved.refusal
	return { kind: 'refused', refusal, offer: null }
}
