import { tzOffset } from '@date-fns/tz'
import { type CivilDate, dateOfDayNumber, dayNumberOf } from './civil.ts'
import { DAY_MS, type Instant, MINUTE_MS } from './instant.ts'

/** An IANA zone name, such as 'Africa/Lagos'. */
export type ZoneName = string

export const DEFAULT_ZONE: ZoneName = 'Africa/Lagos'

/** Minutes ahead of UTC (Lagos: 60). NaN for an unknown zone. */
export function offsetMinutesAt(zone: ZoneName, at: Instant): number {
	return tzOffset(zone, new Date(at))
}

/** The date and minute of the day on a zone's clock. */
export function civilAt(zone: ZoneName, at: Instant): { date: CivilDate; minute: number } {
	const local = at + offsetMinutesAt(zone, at) * MINUTE_MS
	const dayNumber = Math.floor(local / DAY_MS)
	return { date: dateOfDayNumber(dayNumber), minute: Math.floor((local - dayNumber * DAY_MS) / MINUTE_MS) }
}

/** The instant at which a zone's clock shows this time. Null in the spring gap; the first where autumn repeats it. */
export function instantOf(zone: ZoneName, date: CivilDate, minute: number): Instant | null {
	const asIfUtc = dayNumberOf(date) * DAY_MS + minute * MINUTE_MS
	// The offset before any change of that day is the larger candidate instant's; try both sides of a change.
	const before = offsetMinutesAt(zone, asIfUtc - DAY_MS)
	const after = offsetMinutesAt(zone, asIfUtc + DAY_MS)
	const candidates = [asIfUtc - before * MINUTE_MS, asIfUtc - after * MINUTE_MS].sort((a, b) => a - b)
	for (const at of candidates) {
		if (at + offsetMinutesAt(zone, at) * MINUTE_MS === asIfUtc) return at
	}
	return null
}

/** Some zones skip a midnight: their day begins an hour later. */
export function dayStartsAt(zone: ZoneName, date: CivilDate): Instant {
	const at = instantOf(zone, date, 0) ?? instantOf(zone, date, 60)
	if (at === null) throw new Error(`${date} has no beginning in ${zone}`)
	return at
}

/** Moves by days on a zone's clock. A day's beginning stays one; a skipped time is an hour later. */
export function movedByDays(zone: ZoneName, at: Instant, days: number): Instant {
	const { date, minute } = civilAt(zone, at)
	const moved = dateOfDayNumber(dayNumberOf(date) + days)
	if (at === dayStartsAt(zone, date)) return dayStartsAt(zone, moved)
	const sameTime = instantOf(zone, moved, minute) ?? instantOf(zone, moved, minute + 60)
	if (sameTime === null) throw new Error(`${moved} has no minute ${minute} in ${zone}`)
	return sameTime + (at % MINUTE_MS)
}

/** 'Africa/Lagos' → 'Lagos' (D15). */
export function zonePlace(zone: ZoneName): string {
	return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
