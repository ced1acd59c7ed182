import type { ShopAddOn } from '#app/domain/booking/draft-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type ReadVisitDeps, readVisit, type Visit } from './read-visit.server.ts'

/** The visit with what checkout may add to it, in one trip; null when there is no draft alive. */
export async function readCheckout(
	deps: ReadVisitDeps,
	draftId: string,
	now: Instant,
): Promise<(Visit & { shopAddOns: ShopAddOn[] }) | null> {
	const [visit, shopAddOns] = await Promise.all([
		readVisit(deps, draftId, now),
		deps.drafts.shopAddOns(draftId),
	])
	return visit && { ...visit, shopAddOns }
}
