import { isSlotConflict } from '#app/domain/booking/hold/slot-refusal.ts'
import { offerOtherTimes } from '#app/flows/booking/offer-other-times.server.ts'
import type { ReadDraftDeps } from '#app/flows/booking/read-draft.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { CheckoutAnswer } from './checkout-post.server.ts'
import type { CheckoutRefusal } from './checkout-refusal.ts'

/** The refusal; with other times where the chosen one is gone (C37). */
export async function refuseWithOffer(
	deps: ReadDraftDeps,
	{ draftId, startsAt, now }: { draftId: string; startsAt: Instant; now: Instant },
	refusal: CheckoutRefusal,
): Promise<CheckoutAnswer> {
	const offer = isSlotConflict(refusal)
		? await offerOtherTimes(deps, { draftId, requestedStartAt: startsAt, now })
		: null
	return { kind: 'refused', refusal, offer }
}
