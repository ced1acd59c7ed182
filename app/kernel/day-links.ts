import { addDays, type CivilDate } from './civil.ts'

export type DayLinks = {
	date: CivilDate
	/** Null on the first day. */
	before: string | null
	/** Null on today's page. */
	today: string | null
	after: string
}

/** Addresses of the days around a date, none before `firstDate`. `addressOf(null)` stands for today. */
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
