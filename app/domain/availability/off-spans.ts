import { addDays, type CivilDate } from '#app/kernel/civil.ts'

/** Days off that follow each other, as one stretch: a holiday from its first day to its last. */
export function offSpans(dates: readonly CivilDate[]): { from: CivilDate; until: CivilDate }[] {
	const spans: { from: CivilDate; until: CivilDate }[] = []
	for (const date of dates.toSorted()) {
		const last = spans.at(-1)
		if (last && addDays(last.until, 1) >= date) last.until = date
		else spans.push({ from: date, until: date })
	}
	return spans
}
