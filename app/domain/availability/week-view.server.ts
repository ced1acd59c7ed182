import { addDays, type CivilDate, daysBetween } from '#app/kernel/civil.ts'
import { clockLabel, monthLabel, shortDateLabel, weekdayLabel } from '#app/kernel/date-labels.server.ts'
import { type DaySlots, isFull } from './day-slots.ts'
import { slotGroups } from './slot-groups.ts'

/** The date strip shows this many days (C30). */
export const STRIP_DAYS = 7

export type WeekOfTimes = {
	today: CivilDate
	days: DaySlots[]
	/** The day whose times are shown: the requested one, else the first with a free time; null when there is none. */
	chosen: DaySlots | null
	/** First dates of the strips before and after this one; null at the ends of what can be booked. */
	previousFrom: CivilDate | null
	nextFrom: CivilDate | null
}

/** What a page draws of a week. `query` begins every link, such as '?' or '?visit=…&'. */
export function weekView({ today, days, chosen, previousFrom, nextFrom }: WeekOfTimes, query: string) {
	const from = days[0]?.date ?? today
	const groups = slotGroups(chosen?.slots ?? [])
	return {
		/** The part of a link that leads back to this day. */
		here: chosen ? dayQuery(from, chosen.date) : `from=${from}`,
		chosenDate: chosen?.date ?? null,
		chosenLabel: chosen ? shortDateLabel(chosen.date) : null,
		days: days.map((day) => ({
			date: day.date,
			label: dayLabel(today, day),
			dayOfMonth: Number(day.date.slice(8)),
			month: monthLabel(day.date),
			isFree: day.freeCount > 0,
			isFull: isFull(day),
			to: query + dayQuery(from, day.date),
		})),
		groups: (['morning', 'afternoon', 'evening'] as const).map((name) => ({
			legend: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
			slots: groups[name].map((slot) => ({
				value: String(slot.startsAt),
				label: clockLabel(slot.startMinute),
				state: slot.free ? ('free' as const) : ('taken' as const),
			})),
		})),
		previousTo: previousFrom && `${query}from=${previousFrom}`,
		nextTo: nextFrom && `${query}from=${nextFrom}`,
	}
}

function dayQuery(from: CivilDate, date: CivilDate): string {
	return `from=${from}&date=${date}`
}

/** The part of a link that opens the strip with a date in it; '' for the first strip, which begins today. */
export function stripQuery(today: CivilDate, date: CivilDate): string {
	const strips = Math.floor(daysBetween(today, date) / STRIP_DAYS)
	return strips > 0 ? `from=${addDays(today, strips * STRIP_DAYS)}` : ''
}

function dayLabel(today: CivilDate, day: DaySlots): string {
	const ahead = daysBetween(today, day.date)
	if (ahead === 0) return 'Today'
	return ahead === 1 ? 'Tomorrow' : weekdayLabel(day.date)
}
