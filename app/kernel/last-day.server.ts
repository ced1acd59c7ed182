import { addDays, type CivilDate } from './civil.ts'
import type { Instant } from './instant.ts'
import { civilAt, dayStartsAt, type ZoneName } from './zone.server.ts'

/** The last day of what ends at that instant: the midnight after a day is its end. */
export function lastDayOf(zone: ZoneName, endsAt: Instant): CivilDate {
	return civilAt(zone, endsAt - 1).date
}

/**
 * The end of a typed last day; null for none. What ended on that day before keeps its very instant: a program may have
 * set it to an hour, and a form that changes something else does not move it.
 */
export function lastDayEnds(
	zone: ZoneName,
	date: CivilDate | null,
	earlierEndsAt: Instant | null = null,
): Instant | null {
	if (date === null) return null
	if (earlierEndsAt !== null && lastDayOf(zone, earlierEndsAt) === date) return earlierEndsAt
	return dayStartsAt(zone, addDays(date, 1))
}
