import { nextFree } from '#app/domain/availability/first-openings.ts'
import { earliestLabel } from '#app/domain/discovery/earliest-free.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { readOpeningSearches } from './read-opening-searches.server.ts'

/**
 * The next free time of each service of a shop in words, with the engine of the time page (R17): 'Today 2:30 PM'; null
 * for a service without one in the next seven days. Empty for a shop that is not listed.
 */
export async function readNextFreeTimes(
	deps: Pick<Repositories, 'discovery'>,
	{ shopId, now }: { shopId: string; now: Instant },
): Promise<Map<string, string | null>> {
	const [shop] = await readOpeningSearches(deps, [shopId], now)
	return new Map(
		shop?.services.map((service) => {
			const found = nextFree(shop.search, service)
			return [service.serviceId, found && earliestLabel(found, shop.today)]
		}),
	)
}
