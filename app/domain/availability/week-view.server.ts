import { addDays, type CivilDate, daysBetween, durationLabel } from '#app/kernel/civil.ts'
import { clockLabel, monthLabel, shortDateLabel, weekdayLabel } from '#app/kernel/date-labels.server.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { type DaySlots, isFull } from './day-slots.ts'
import { openSlots } from './open-slots.ts'
import { shopDays } from './shop-days.server.ts'
import { slotGroups } from './slot-groups.ts'
import { type SlotSearch, totalMinutes } from './slot-search.ts'

/** Days in the date strip (C30). */
export const STRIP_DAYS = 7

export type WeekOfTimes = {
	today: CivilDate
	days: DaySlots[]
	/** The requested day, else the first with a free time, else null. */
	chosen: DaySlots | null
	/** First dates of the neighbouring strips; null at the ends of what can be booked. */
	previousFrom: CivilDate | null
	nextFrom: CivilDate | null
	/** Null when a time is free. */
	nothingFree: NothingFree | null
}

/** `minutes`: the length of the visit. */
export type NothingFree = { why: 'full' | 'closed' | 'over' | 'too_long'; minutes: number }

/** Tells the reasons apart (R51): against 'too_long' no other week helps. */
export function whyNothingIsFree(days: readonly DaySlots[], search: SlotSearch): NothingFree {
	const minutes = totalMinutes(search.segments)
	if (days.some(isFull)) return { why: 'full', minutes }
	if (!days.some(({ isOpen }) => isOpen)) return { why: 'closed', minutes }
	return { why: fitsAnOpening(search) ? 'over' : 'too_long', minutes }
}

function nothingFreeWords({ why, minutes }: NothingFree): string {
	switch (why) {
		case 'full':
			return 'Every open day shown is full.'
		case 'closed':
			return 'All the days shown are closed.'
		case 'over':
			return 'It’s too late to book the days shown.'
		case 'too_long':
			return `This visit takes ${durationLabel(minutes)}. No opening is that long.`
	}
}

/** What a page draws of a week. `query` begins every link, such as '?' or '?visit=…&'. */
export function weekView(
	{ today, days, chosen, previousFrom, nextFrom, nothingFree }: WeekOfTimes,
	query: string,
) {
	const isTooLong = nothingFree?.why === 'too_long'
	const from = days[0]?.date ?? today
	const groups = slotGroups(chosen?.slots ?? [])
	return {
		/** The query that returns to this day. */
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
			isTooShort: isTooLong && day.isOpen,
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
		nothingFree: nothingFree && { words: nothingFreeWords(nothingFree), isTooLong },
	}
}

function dayQuery(from: CivilDate, date: CivilDate): string {
	return `from=${from}&date=${date}`
}

/** The query that opens the strip of a date; '' for the first strip. */
export function stripQuery(today: CivilDate, date: CivilDate): string {
	const strips = Math.floor(daysBetween(today, date) / STRIP_DAYS)
	return strips > 0 ? `from=${addDays(today, strips * STRIP_DAYS)}` : ''
}

function dayLabel(today: CivilDate, day: DaySlots): string {
	const ahead = daysBetween(today, day.date)
	if (ahead === 0) return 'Today'
	return ahead === 1 ? 'Tomorrow' : weekdayLabel(day.date)
}

/** The default zone never changes its clock. The week begins on Monday. */
const anyWeek = shopDays(DEFAULT_ZONE, '2001-01-01', 7)

/** Whether a visit would fit some weekday's hours with no time taken (R51); null where no staff who offer it work. */
export function fitsAnOpening({ rows, segments }: Pick<SlotSearch, 'rows' | 'segments'>): boolean | null {
	const hours = { ...rows, daysOff: [], busy: [] }
	const days = openSlots({ rows: hours, segments, days: anyWeek, earliestStartAt: 0 })
	if (!days.some(({ isOpen }) => isOpen)) return null
	return days.some(({ freeCount }) => freeCount > 0)
}
