import { addDays, type CivilDate, type DayOfWeek, dayOfWeekOf, daysBetween } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { civilAt, instantOf, type ZoneName } from '#app/kernel/zone.server.ts'
import { planLimits } from './plan-fields.ts'

/** Sessions on some weekdays at one time of the shop's clock. */
export type SeriesTimes = {
	weekdays: readonly DayOfWeek[]
	minute: number
	/** Both days included. */
	from: CivilDate
	until: CivilDate
}

export type SeriesStart = { date: CivilDate; startsAt: Instant }

const HOUR = 60

/**
 * The starts of a series in order, without past ones. A time that the clock skips moves an hour later. Refuses:
 * - 'series_empty': no such weekday is ahead by `until`;
 * - 'series_too_long': it ends more than a year ahead, or has too many sessions.
 */
export function seriesStarts(
	zone: ZoneName,
	{ weekdays, minute, from, until }: SeriesTimes,
	now: Instant,
): Outcome<SeriesStart[], 'series_empty' | 'series_too_long'> {
	const today = civilAt(zone, now).date
	const { sessions, daysAhead } = planLimits.series
	if (daysBetween(today, until) > daysAhead) return refused('series_too_long')
	const first = daysBetween(today, from) < 0 ? today : from
	const days = Math.max(0, daysBetween(first, until) + 1)
	const starts = Array.from({ length: days }, (_, day) => addDays(first, day))
		.filter((date) => weekdays.includes(dayOfWeekOf(date)))
		.flatMap((date) => {
			const startsAt = instantOf(zone, date, minute) ?? instantOf(zone, date, minute + HOUR)
			return startsAt !== null && startsAt > now ? [{ date, startsAt }] : []
		})
	if (starts.length === 0) return refused('series_empty')
	return starts.length > sessions ? refused('series_too_long') : accepted(starts)
}
