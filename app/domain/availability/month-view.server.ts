import { addDays, type CivilDate, dayOfWeekOf, daysBetween } from '#app/kernel/civil.ts'
import { monthNameLabel, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { type DaySlots, isFull } from './day-slots.ts'

export type MonthOfDays = {
	today: CivilDate
	firstDate: CivilDate
	/** From today to the shop's horizon. */
	days: DaySlots[]
	/** The shop's last bookable date. */
	lastDate: CivilDate
}

/** 'none' is before today or after the last date. */
export type MonthDay = {
	date: CivilDate
	dayOfMonth: number
	state: 'free' | 'full' | 'closed' | 'none'
	/** 'Tue 24 Nov'. */
	label: string
}

/** A month's days, and the bookable months by their first dates. */
export function monthView({ today, firstDate, days, lastDate }: MonthOfDays) {
	const next = nextMonth(firstDate)
	const known = new Map(days.map((day) => [day.date, day]))
	return {
		title: monthNameLabel(firstDate),
		/** Weeks begin on Monday. */
		blanks: dayOfWeekOf(firstDate) - 1,
		days: Array.from({ length: daysBetween(firstDate, next) }, (_, index): MonthDay => {
			const date = addDays(firstDate, index)
			const day = known.get(date)
			const state = day === undefined ? 'none' : day.freeCount > 0 ? 'free' : isFull(day) ? 'full' : 'closed'
			return { date, dayOfMonth: index + 1, state, label: shortDateLabel(date) }
		}),
		previous: firstDate > today ? monthOf(addDays(firstDate, -1)) : null,
		next: next <= lastDate ? monthOf(next) : null,
	}
}

/** '2026-11-24' → '2026-11'. */
export function monthOf(date: CivilDate): string {
	return date.slice(0, 7)
}

export function nextMonth(firstDate: CivilDate): CivilDate {
	return `${monthOf(addDays(firstDate, 31))}-01`
}
