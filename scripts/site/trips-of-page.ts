import type { Trip } from './trip.ts'

/**
 * No visitor waits for these trips. Discover looks for the openings of its cards after its answer (decision 050). When
 * a device was last seen is written down after its page, on a busy machine while the next page is read already.
 */
const besideAnswer =
	/json_each\(\?\) asked CROSS JOIN "shops"|^DELETE FROM "shop_free_starts"|^update "access_keys" set "last_seen_at" = \? where/

/** The trips that a visitor waits for. */
export function tripsOfPage(trips: readonly Trip[]): Trip[] {
	return trips.filter(({ statements }) => !statements.some((sql) => besideAnswer.test(sql)))
}
