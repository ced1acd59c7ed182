import { type CivilDate, type DayOfWeek, MINUTES_PER_DAY } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/**
 * One day on the shop's clock, with what turns its minutes into instants and back. The zone is looked up once per day,
 * by `shopDays`; from then on adding is enough.
 */
export type ShopDay = {
	date: CivilDate
	dayOfWeek: DayOfWeek
	/** 00:00 by the clock as it runs before the change of this day, if there is one. */
	startsAt: Instant
	/** On a DST day: at `at` the clock goes ahead (`forwardMinutes` above 0: a gap) or back (below 0: minutes repeat). */
	dstChange: { at: Instant; forwardMinutes: number } | null
}

/** The instant at which the clock of that day shows a minute: null in a gap, the first time of a repeat. */
export function instantOfMinute(day: ShopDay, minute: number): Instant | null {
	const at = day.startsAt + minute * MINUTE_MS
	if (day.dstChange === null || at < day.dstChange.at) return at
	const afterChange = at - day.dstChange.forwardMinutes * MINUTE_MS
	return afterChange >= day.dstChange.at ? afterChange : null
}

/** What the clock shows, in minutes of this day: below 0 and from 1440 on, it is another day. */
export function clockMinuteAt(day: ShopDay, at: Instant): number {
	const minute = Math.floor((at - day.startsAt) / MINUTE_MS)
	return day.dstChange === null || at < day.dstChange.at ? minute : minute + day.dstChange.forwardMinutes
}

/** The day that an instant falls on, or undefined if it is none of these. */
export function dayOfInstant(days: readonly ShopDay[], at: Instant): ShopDay | undefined {
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
export function clockSpan(day: ShopDay, from: Instant, minutes: number): ClockSpan {
	const start = clockMinuteAt(day, from)
	const untilChange = day.dstChange === null ? minutes : (day.dstChange.at - from) / MINUTE_MS
	if (day.dstChange === null || untilChange <= 0 || untilChange >= minutes) {
		return { startMinute: start, endMinute: start + minutes }
	}
	const resumed = clockMinuteAt(day, day.dstChange.at)
	return {
		startMinute: Math.min(start, resumed),
		endMinute: Math.max(start + untilChange, resumed + minutes - untilChange),
	}
}

/** The end of the day, for sums over it: 23 hours after its start when the clock is put one hour ahead. */
export function dayEndsAt(day: ShopDay): Instant {
	const nominal = day.startsAt + DAY_MS
	if (day.dstChange === null || day.dstChange.at > nominal) return nominal
	const { at, forwardMinutes } = day.dstChange
	return forwardMinutes > 0 && at === nominal ? nominal : nominal - forwardMinutes * MINUTE_MS
}
