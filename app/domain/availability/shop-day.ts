import { type CivilDate, type DayOfWeek, MINUTES_PER_DAY } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/** A day on the shop's clock. `shopDays` looks up the zone once; after that, addition converts minutes and instants. */
export type ShopDay = {
	date: CivilDate
	dayOfWeek: DayOfWeek
	/** 00:00 by the clock before any change of this day. */
	startsAt: Instant
	/** `forwardMinutes` above 0 skips minutes, below 0 repeats them. */
	dstChange: { at: Instant; forwardMinutes: number } | null
}

/** Null for a skipped minute; the first instant of a repeated one. */
export function instantOfMinute(day: ShopDay, minute: number): Instant | null {
	const at = day.startsAt + minute * MINUTE_MS
	if (day.dstChange === null || at < day.dstChange.at) return at
	const afterChange = at - day.dstChange.forwardMinutes * MINUTE_MS
	return afterChange >= day.dstChange.at ? afterChange : null
}

/** Below 0, or from 1440 on, the instant is on another day. */
export function clockMinuteAt(day: ShopDay, at: Instant): number {
	const minute = Math.floor((at - day.startsAt) / MINUTE_MS)
	return day.dstChange === null || at < day.dstChange.at ? minute : minute + day.dstChange.forwardMinutes
}

export function dayOfInstant(days: readonly ShopDay[], at: Instant): ShopDay | undefined {
	return days.find((day) => {
		const minute = clockMinuteAt(day, at)
		return minute >= 0 && minute < MINUTES_PER_DAY
	})
}

/** Half-open. */
export type ClockSpan = { startMinute: number; endMinute: number }

/**
 * All that the clock shows while `minutes` pass, from the earliest minute to the latest. A skipped hour is inside; a
 * repeated one moves the start back. The calendar stores this span, and hours and breaks are checked by it.
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

/** 23 hours after the start where the clock goes forward one hour. */
export function dayEndsAt(day: ShopDay): Instant {
	const nominal = day.startsAt + DAY_MS
	if (day.dstChange === null || day.dstChange.at > nominal) return nominal
	const { at, forwardMinutes } = day.dstChange
	return forwardMinutes > 0 && at === nominal ? nominal : nominal - forwardMinutes * MINUTE_MS
}
