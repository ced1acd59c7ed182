import { firstOpenings } from '#app/domain/availability/first-openings.ts'
import { nextLookAt } from '#app/domain/discovery/next-look.server.ts'
import type { Clock, Instant } from '#app/kernel/instant.ts'
import type { HasTime } from '#app/kernel/time-budget.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { readOpeningSearches } from './read-opening-searches.server.ts'

type OpeningDeps = Pick<Repositories, 'discovery' | 'writeBatch'>

/** What one trip reads and one write keeps. */
export const SHOPS_AT_ONCE = 40

/**
 * Looks for the free starts of today and the first of each day of the coming week in these shops, with the engine of
 * the time page (R17), and keeps them. Safe at once with itself and with bookings: a shop that changed meanwhile stays
 * due, and each reader checks a stored opening before it counts. Gives how many of the shops are listed.
 */
export async function refreshOpenings(
	{ discovery, writeBatch }: OpeningDeps,
	{ shopIds, now }: { shopIds: readonly string[]; now: Instant },
): Promise<number> {
	if (shopIds.length === 0) return 0
	const looks = (await readOpeningSearches({ discovery }, shopIds, now)).map(
		({ search, services, ...shop }) => {
			const { shopId } = shop
			const openings = firstOpenings(search, services).map((opening) => ({ shopId, ...opening }))
			return { ...shop, openings, nextAt: nextLookAt(shop, openings, now) }
		},
	)
	await writeBatch(discovery.openings.keepOpenings(looks))
	return looks.length
}

/**
 * Every minute: looks at the shops that something has changed since their last look, and at those whose night has
 * come, in slices while there is time. Gives how many looks there were.
 */
export async function refreshDueOpenings(deps: OpeningDeps, clock: Clock, hasTime: HasTime): Promise<number> {
	let looks = 0
	while (hasTime()) {
		const now = clock()
		const shopIds = await deps.discovery.openings.shopsToLookAt(now, SHOPS_AT_ONCE)
		const refreshed = await refreshOpenings(deps, { shopIds, now })
		if (refreshed === 0) break
		looks += refreshed
	}
	return looks
}
