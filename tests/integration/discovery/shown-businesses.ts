import { readDiscoverQuery } from '#app/domain/discovery/discover-query.server.ts'
import { createDiscoveryRepositories } from '#app/domain/discovery/repositories.server.ts'
import { type BusinessList, listBusinesses } from '#app/flows/discovery/list-businesses.server.ts'
import { openDatabase } from '#db/client.server.ts'

/** 10:00 on a Saturday in Lagos. */
export const saturdayMorning = Date.UTC(2026, 10, 21, 9, 0)

/** The page of Discover at an address such as 'q=braids', read with the real repository. */
export function discover(databaseUrl: string, query = '', now = saturdayMorning): Promise<BusinessList> {
	const discovery = createDiscoveryRepositories(openDatabase({ url: databaseUrl }).read)
	return listBusinesses({ discovery, now }, readDiscoverQuery(new URLSearchParams(query)))
}

/** The ids on all pages, turned by 'Show more shops'. */
export async function discoverAll(
	databaseUrl: string,
	query = '',
	now = saturdayMorning,
): Promise<string[][]> {
	const pages: string[][] = []
	let cursor: string | null = ''
	while (cursor !== null && pages.length < 100) {
		const list: BusinessList = await discover(databaseUrl, `${query}&cursor=${cursor}`, now)
		pages.push(list.cards.map((card) => card.id))
		cursor = list.nextCursor
	}
	return pages
}
