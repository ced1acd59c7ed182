import { holdSlot } from '#app/flows/booking/hold-slot.server.ts'
import type { CheckoutAnswer, CheckoutDeps, ReadCheckoutPost } from './checkout-post.server.ts'
import { refuseWithOffer } from './refuse-with-offer.server.ts'
import { saveCheckout } from './save-checkout.server.ts'

/** Saves the form and takes the time again after its hold has ended. Refuses what `holdSlot` refuses. */
export async function holdAgain(deps: CheckoutDeps, posted: ReadCheckoutPost): Promise<CheckoutAnswer> {
	const { draftId, startsAt, actor, networkKey, now } = posted
	const saved = await saveCheckout(deps, posted)
	if (!saved.ok) return { kind: 'refused', refusal: saved.refusal, offer: null }
	if (startsAt !== null) {
		const held = await holdSlot(deps, { draftId, startsAt, caller: { actor, networkKey }, now })
		if (!held.ok) return refuseWithOffer(deps, { draftId, startsAt, now }, held.refusal)
		if (held.value.expiresAt === null) return { kind: 'refused', refusal: 'hold_time_used', offer: null }
	}
	return { kind: 'saved', next: 'checkout', promoSavedKobo: null }
}
