import { addDays, type CivilDate, type DayOfWeek, dayOfWeekOf, MINUTES_PER_DAY } from '#app/kernel/civil.ts'

type WorkedDay = {
	dayOfWeek: number
	startMinute: number
	endMinute: number
	breakStartMinute: number | null
	breakEndMinute: number | null
}

/** Hours within the shop's. */
export type RotaDay = WorkedDay & { dayOfWeek: DayOfWeek }

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

/**
 * The week of a person who follows the shop (O5): every minute. Bookable time is within the shop's hours (C34), so the
 * person follows every change of these hours.
 */
export const weekOfShop: readonly WorkedDay[] = [1, 2, 3, 4, 5, 6, 7].map((dayOfWeek) => ({
	dayOfWeek,
	startMinute: 0,
	endMinute: MINUTES_PER_DAY,
	breakStartMinute: null,
	breakEndMinute: null,
}))

export function followsShop(week: readonly WorkedDay[]): boolean {
	return week.length === weekOfShop.length && week.every(isWholeDay)
}

function isWholeDay({ startMinute, endMinute, breakStartMinute, breakEndMinute }: WorkedDay): boolean {
	return startMinute === 0 && endMinute === MINUTES_PER_DAY && breakStartMinute === breakEndMinute
}

type Stretch = { dayOfWeek: number; startMinute: number; endMinute: number }

/**
 * The opening hours of the week before the first person comes and after the last one leaves (O5); the whole day without
 * staff. Breaks do not count: a person alone has to rest.
 */
export function unstaffedHours(
	opening: readonly Stretch[],
	weeks: readonly (readonly Stretch[])[],
): Stretch[] {
	return opening.flatMap(({ dayOfWeek, startMinute, endMinute }) => {
		const shifts = weeks
			.flat()
			.filter(
				(shift) =>
					shift.dayOfWeek === dayOfWeek && shift.startMinute < endMinute && shift.endMinute > startMinute,
			)
		if (shifts.length === 0) return [{ dayOfWeek, startMinute, endMinute }]
		const first = Math.min(...shifts.map((shift) => shift.startMinute))
		const last = Math.max(...shifts.map((shift) => shift.endMinute))
		return [
			...(first > startMinute ? [{ dayOfWeek, startMinute, endMinute: first }] : []),
			...(last < endMinute ? [{ dayOfWeek, startMinute: last, endMinute }] : []),
		]
	})
}
