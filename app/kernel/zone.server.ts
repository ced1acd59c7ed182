import { tzOffset } from '@date-fns/tz'
import { addDays, type CivilDate, dateOfDayNumber, dayNumberOf } from './civil.ts'
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
	// A clock change may lie near: the offsets of the day before and the day after are both tried.
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

/** Moves by days on a zone's clock. A day's beginning moves to a day's beginning; a skipped time is an hour later. */
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

/** Consecutive days of equal length on a zone's clock. */
export type DaySpan = { firstDate: CivilDate; fromAt: Instant; untilAt: Instant; dayMs: number }

/**
 * The dates `from` to `until`, inclusive; one span unless the clocks change. With them SQL finds the date of an instant
 * without knowing zones.
 */
export function daySpans(zone: ZoneName, from: CivilDate, until: CivilDate): DaySpan[] {
	const spans: DaySpan[] = []
	let fromAt = dayStartsAt(zone, from)
	for (let date = from; date <= until; date = addDays(date, 1)) {
		const untilAt = dayStartsAt(zone, addDays(date, 1))
		const last = spans.at(-1)
		if (last && last.dayMs === untilAt - fromAt && last.dayMs === DAY_MS) last.untilAt = untilAt
		else spans.push({ firstDate: date, fromAt, untilAt, dayMs: untilAt - fromAt })
		fromAt = untilAt
	}
	return spans
}
