import type { Trip } from './trip.ts'

/**
 * No visitor waits for these. Discover looks for its cards' openings after its answer (decision 050). A device's last
 * use is written after its page, on a busy machine during the next one.
 */
const besideAnswer =
	/json_each\(\?\) asked CROSS JOIN "shops"|^DELETE FROM "shop_free_starts"|^update "access_keys" set "last_seen_at" = \? where/

/** The trips that a visitor waits for. */
export function tripsOfPage(trips: readonly Trip[]): Trip[] {
	return trips.filter(({ statements }) => !statements.some((sql) => besideAnswer.test(sql)))
}
