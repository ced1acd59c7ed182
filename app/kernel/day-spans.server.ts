import { addDays, type CivilDate } from './civil.ts'
import { DAY_MS, type Instant } from './instant.ts'
import { dayStartsAt, type ZoneName } from './zone.server.ts'

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
