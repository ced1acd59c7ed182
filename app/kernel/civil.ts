/**
 * Calendar dates and wall-clock times, without a zone; `zone.server.ts` ties them to instants. A date is 'YYYY-MM-DD'.
 * A time of day is whole minutes since 00:00 (`…Minute`), 0 to 1440.
 */
export type CivilDate = string

/** ISO weekday: 1 Monday … 7 Sunday. */
export type DayOfWeek = 1 | 2 | 3 | 4 | 5 | 6 | 7

export const MINUTES_PER_DAY = 1_440

const DAY_MS = 86_400_000

/** Days since 1970-01-01; NaN for a date that does not exist. */
export function dayNumberOf(date: CivilDate): number {
	return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY_MS
}

export function dateOfDayNumber(dayNumber: number): CivilDate {
	return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10)
}

/** The UTC date of an instant, moved by some days, for reads before the zone is known. */
export function dateOfInstant(at: number, days = 0): CivilDate {
	return dateOfDayNumber(Math.floor(at / DAY_MS) + days)
}

/** Takes 'YYYY-MM-DD' in the years 2000 to 2199. */
export function isCivilDate(text: string): boolean {
	return /^2[01]\d\d-\d\d-\d\d$/.test(text) && dateOfDayNumber(dayNumberOf(text)) === text
}

export function addDays(date: CivilDate, days: number): CivilDate {
	return dateOfDayNumber(dayNumberOf(date) + days)
}

export function daysBetween(from: CivilDate, to: CivilDate): number {
	return dayNumberOf(to) - dayNumberOf(from)
}

export function dayOfWeekOf(date: CivilDate): DayOfWeek {
	// 1970-01-01 was a Thursday (4).
	return (((((dayNumberOf(date) + 3) % 7) + 7) % 7) + 1) as DayOfWeek
}

/** A week begins on Monday (D10). */
export function mondayOf(date: CivilDate): CivilDate {
	return addDays(date, 1 - dayOfWeekOf(date))
}

/** 870 → '14:30', 1440 → '24:00': how a time is stored and sent. */
export function timeText(minute: number): string {
	return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** 150 → '2 h 30 min'. */
export function durationLabel(minutes: number): string {
	const hours = Math.floor(minutes / 60)
	const rest = minutes % 60
	if (hours === 0) return `${rest} min`
	return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** '2 h before the new time'; for 0 minutes 'the new time'. */
export function timeBefore(minutes: number, what: string): string {
	return minutes === 0 ? what : `${durationLabel(minutes)} before ${what}`
}
