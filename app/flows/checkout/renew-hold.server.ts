import type { CheckoutAnswer, CheckoutDeps, ReadCheckoutPost } from './checkout-post.server.ts'
import { refuseWithOffer } from './refuse-with-offer.server.ts'
import { saveCheckout } from './save-checkout.server.ts'

/** Saves the form and keeps the time ten minutes longer, once (R8). Refuses what `saveCheckout` refuses. */
export async function renewHold(deps: CheckoutDeps, posted: ReadCheckoutPost): Promise<CheckoutAnswer> {
	const saved = await saveCheckout(deps, { ...posted, renewsHold: true })
	if (saved.ok) return { kind: 'saved', next: 'checkout', promoSavedKobo: null }
	const { draftId, startsAt, now } = posted
	return startsAt === null
		? { kind: 'refused', refusal: saved.refusal, offer: null }
		: refuseWithOffer(deps, { draftId, startsAt, now }, saved.refusal)
}
