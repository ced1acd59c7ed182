import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Duty } from './duty.ts'
import { HALF_HOURS_PER_DAY, SLOT_STEP_MINUTES } from './half-hours.ts'
import { clockSpan, type DayOfShop, instantOfMinute } from './shop-day.ts'
import type { BusyRow } from './slot-search.ts'
import { isWithinHours, meetsBreak, type WorkingWindow } from './working-window.ts'

/**
 * Two days a year, in some zones, have 23 or 25 hours. On them minutes of the clock and minutes that pass are not
 * the same, so each start is asked by itself: a time that the gap skips is none, of a repeated one the first counts,
 * a visit takes the minutes that pass, and all that the clock shows meanwhile must be working time.
 */
export function worksOnChangedDay(
	day: DayOfShop,
	window: WorkingWindow,
	duty: Duty,
	halfHour: number,
	phase: number,
	earliestStartAt: Instant,
): boolean {
	const visitStartsAt = instantOfMinute(day, halfHour * SLOT_STEP_MINUTES + phase)
	if (visitStartsAt === null || visitStartsAt < earliestStartAt) return false
	const startsAt = visitStartsAt + duty.offsetMinutes * MINUTE_MS
	const span = clockSpan(day, startsAt, duty.durationMinutes)
	return isWithinHours(window, span) && !meetsBreak(window, span)
}

/** True when a visit that starts at this half-hour would meet a busy row with its service or its buffer. */
export function meetsBusyOnChangedDay(
	day: DayOfShop,
	duty: Duty,
	halfHour: number,
	phase: number,
	row: BusyRow,
): boolean {
	const visitStartsAt = instantOfMinute(day, halfHour * SLOT_STEP_MINUTES + phase)
	if (visitStartsAt === null) return false
	const startsAt = visitStartsAt + duty.offsetMinutes * MINUTE_MS
	const blockedUntilAt = startsAt + (duty.durationMinutes + duty.bufferMinutes) * MINUTE_MS
	return row.startsAt < blockedUntilAt && startsAt < row.blockedUntilAt
}

export const everyHalfHour = Array.from({ length: HALF_HOURS_PER_DAY }, (_, halfHour) => halfHour)
