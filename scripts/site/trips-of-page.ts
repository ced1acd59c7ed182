import type { Trip } from './trip.ts'

/** Discover looks for the openings of its cards after its answer: no visitor waits for these trips (decision 050). */
const besideAnswer = /json_each\(\?\) asked CROSS JOIN "shops"|^DELETE FROM "shop_free_starts"/

/** The trips that a visitor waits for. */
export function tripsOfPage(trips: readonly Trip[]): Trip[] {
	return trips.filter(({ statements }) => !statements.some((sql) => besideAnswer.test(sql)))
}
