import { addDays, type CivilDate, type DayOfWeek, dayOfWeekOf } from '#app/kernel/civil.ts'

/** Hours within the shop's. */
export type RotaDay = {
	dayOfWeek: DayOfWeek
	startMinute: number
	endMinute: number
	breakStartMinute: number | null
	breakEndMinute: number | null
}

type Rota = { week: readonly RotaDay[]; daysOff: readonly CivilDate[]; closedDays: readonly CivilDate[] }

/** `works` null: off, or the shop is closed. */
export type RotaOfDate = { date: CivilDate; works: RotaDay | null; isClosed: boolean }

export function sevenDays(from: CivilDate, { week, daysOff, closedDays }: Rota): RotaOfDate[] {
	return Array.from({ length: 7 }, (_, days) => {
		const date = addDays(from, days)
		const isClosed = closedDays.includes(date)
		const hours = week.find(({ dayOfWeek }) => dayOfWeek === dayOfWeekOf(date))
		const isOff = isClosed || daysOff.includes(date) || !hours || hours.startMinute >= hours.endMinute
		return { date, works: isOff ? null : hours, isClosed }
	})
}

/** Joins days off that follow each other into one stretch. */
export function offSpans(dates: readonly CivilDate[]): { from: CivilDate; until: CivilDate }[] {
	const spans: { from: CivilDate; until: CivilDate }[] = []
	for (const date of dates.toSorted()) {
		const last = spans.at(-1)
		if (last && addDays(last.until, 1) >= date) last.until = date
		else spans.push({ from: date, until: date })
	}
	return spans
}
