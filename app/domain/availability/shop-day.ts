import { type CivilDate, type DayOfWeek, MINUTES_PER_DAY } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/**
 * One day on the shop's clock. The zone is looked up once per day, when this is made; from then on minutes and
 * instants turn into each other by adding.
 */
export type DayOfShop = {
	date: CivilDate
	dayOfWeek: DayOfWeek
	/** 00:00 by the clock as it runs before the change of this day, if there is one. */
	startsAt: Instant
	/** The clock is put ahead (`shiftMinutes` above 0: a gap) or back (below 0: minutes that repeat) at `at`. */
	change: { at: Instant; shiftMinutes: number } | null
}

/** The instant at which the clock of that day shows a minute: null in a gap, the first time of a repeat. */
export function instantOfMinute(day: DayOfShop, minute: number): Instant | null {
	const at = day.startsAt + minute * MINUTE_MS
	if (day.change === null || at < day.change.at) return at
	const afterChange = at - day.change.shiftMinutes * MINUTE_MS
	return afterChange >= day.change.at ? afterChange : null
}

/** What the clock shows, in minutes of this day: below 0 and from 1440 on, it is another day. */
export function clockMinuteAt(day: DayOfShop, at: Instant): number {
	const minute = Math.floor((at - day.startsAt) / MINUTE_MS)
	return day.change === null || at < day.change.at ? minute : minute + day.change.shiftMinutes
}

/** The day that an instant falls on, or undefined if it is none of these. */
export function dayOfInstant(days: readonly DayOfShop[], at: Instant): DayOfShop | undefined {
	return days.find((day) => {
		const minute = clockMinuteAt(day, at)
		return minute >= 0 && minute < MINUTES_PER_DAY
	})
}

/** A half-open stretch of a day's clock, in minutes. */
export type ClockSpan = { startMinute: number; endMinute: number }

/**
 * All that the clock shows while `minutes` pass from an instant on, from the earliest minute to the latest. When it
 * is put ahead meanwhile the skipped hour is in the span, when it is put back the span goes back as well: this is
 * the one stretch that the calendar keeps, and that has to suit the working hours and the break.
 */
export function clockSpan(day: DayOfShop, from: Instant, minutes: number): ClockSpan {
	const start = clockMinuteAt(day, from)
	const untilChange = day.change === null ? minutes : (day.change.at - from) / MINUTE_MS
	if (day.change === null || untilChange <= 0 || untilChange >= minutes) {
		return { startMinute: start, endMinute: start + minutes }
	}
	const resumed = clockMinuteAt(day, day.change.at)
	return {
		startMinute: Math.min(start, resumed),
		endMinute: Math.max(start + untilChange, resumed + minutes - untilChange),
	}
}

/** The end of the day, for sums over it: 23 hours after its start when the clock is put one hour ahead. */
export function dayEndsAt(day: DayOfShop): Instant {
	const nominal = day.startsAt + DAY_MS
	if (day.change === null || day.change.at > nominal) return nominal
	const { at, shiftMinutes } = day.change
	return shiftMinutes > 0 && at === nominal ? nominal : nominal - shiftMinutes * MINUTE_MS
}
