import { firstOpenings } from '#app/domain/availability/first-openings.ts'
import { openingClock } from '#app/domain/discovery/earliest-free.server.ts'
import { type Clock, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { HasTime } from '#app/kernel/time-budget.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { readOpeningSearches } from './read-opening-searches.server.ts'

type OpeningDeps = Pick<Repositories, 'discovery' | 'writeBatch'>

/** However quiet a shop is, its openings are refreshed after this long: a cancelled visit frees an earlier one. */
const OLD_AFTER_MS = HOUR_MS
const SHOPS_AT_ONCE = 40

/**
 * Looks for the earliest free start of each of the next seven days in these shops, with the engine of the time page
 * (R17), and keeps them. Safe at once with itself and with bookings: each reader checks a stored opening before it
 * counts.
 */
export async function refreshOpenings(
	{ discovery, writeBatch }: OpeningDeps,
	{ shopIds, now }: { shopIds: readonly string[]; now: Instant },
): Promise<void> {
	if (shopIds.length === 0) return
	const found = (await readOpeningSearches({ discovery }, shopIds, now)).flatMap(
		({ shopId, search, services }) =>
			firstOpenings(search, services).map((opening) => ({ shopId, ...opening })),
	)
	await writeBatch(discovery.openings.keepOpenings(shopIds, found, now))
}

/**
 * Every minute: looks at the shops whose soonest opening is over or taken, then at the least recently looked at, in
 * slices while there is time. Gives how many shops were looked at.
 */
export async function refreshDueOpenings(deps: OpeningDeps, clock: Clock, hasTime: HasTime): Promise<number> {
	const lookedAt = new Set<string>()
	while (hasTime()) {
		const now = clock()
		const due = await deps.discovery.openings.shopsToLookAt(openingClock(now), {
			before: now - OLD_AFTER_MS,
			limit: SHOPS_AT_ONCE,
		})
		const shopIds = due.filter((id) => !lookedAt.has(id))
		if (shopIds.length === 0) break
		await refreshOpenings(deps, { shopIds, now })
		for (const id of shopIds) lookedAt.add(id)
	}
	return lookedAt.size
}
