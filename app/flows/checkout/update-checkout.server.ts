import type { CheckoutAnswer, CheckoutDeps, CheckoutNext, ReadCheckoutPost } from './checkout-post.server.ts'
import { saveCheckout } from './save-checkout.server.ts'

/**
 * Saves the form, and leads to `next`. Refuses what `saveCheckout` refuses; `ifUnsaved` words it when no answer
 * came (C52).
 */
export async function updateCheckout(
	deps: CheckoutDeps,
	posted: ReadCheckoutPost,
	{
		next = 'checkout',
		ifUnsaved = 'not_saved',
	}: { next?: CheckoutNext; ifUnsaved?: 'not_saved' | 'totals_not_updated' } = {},
): Promise<CheckoutAnswer> {
	const saved = await saveCheckout(deps, posted)
	if (saved.ok) {
		// Enter in the field of the code says what its button says (L6).
		const { saving, discountKobo } = saved.value.quote
		const hasCode = saving !== null && 'code' in saving
		const isNew = hasCode && posted.read.priced?.draft.promoCode !== saving.code
		return { kind: 'saved', next, promoSavedKobo: isNew && next === 'checkout' ? discountKobo : null }
	}
	const refusal = saved.refusal === 'not_saved' ? ifUnsaved : saved.refusal
	return { kind: 'refused', refusal, offer: null }
}
