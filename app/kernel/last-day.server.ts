import { addDays, type CivilDate } from './civil.ts'
import type { Instant } from './instant.ts'
import { civilAt, dayStartsAt, type ZoneName } from './zone.server.ts'

/** A day ends at the midnight after it. */
export function lastDayOf(zone: ZoneName, endsAt: Instant): CivilDate {
	return civilAt(zone, endsAt - 1).date
}

/**
 * The end of a typed last day; null for none. An unchanged day keeps its very instant: a program may have set an hour.
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
