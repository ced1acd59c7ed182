import { addDays, type CivilDate } from './civil.ts'

/** The days that a page about one day leads to. */
export type DayLinks = {
	date: CivilDate
	/** Null on the first day that can be chosen. */
	before: string | null
	/** Null on the page of today. */
	today: string | null
	after: string
}

/**
 * Addresses of the days around a date. `addressOf` makes one; null stands for today, whichever day that is by then.
 * Before `firstDate` there is none.
 */
export function dayLinks(
	date: CivilDate,
	today: CivilDate,
	addressOf: (date: CivilDate | null) => string,
	firstDate: CivilDate | null = null,
): DayLinks {
	const addressOfDay = (day: CivilDate) => addressOf(day === today ? null : day)
	return {
		date,
		before: date === firstDate ? null : addressOfDay(addDays(date, -1)),
		today: date === today ? null : addressOf(null),
		after: addressOfDay(addDays(date, 1)),
	}
}
