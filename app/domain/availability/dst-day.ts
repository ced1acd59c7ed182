import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { HalfHourSet, minuteOfHalfHour } from './half-hour-set.ts'
import { isWithinShift, meetsBreak, type Shift } from './shift.ts'
import { clockSpan, instantOfMinute, type ShopDay } from './shop-day.ts'
import type { StaffTask } from './staff-task.ts'

/**
 * The starts of a visit on a DST day, whose 23 or 25 hours pass otherwise than its clock shows. Each start is asked by
 * itself: a time that the clock skips is none, and of a repeated time the first counts (R13).
 */

/** The starts at which a task takes the minutes that pass, and all that the clock shows meanwhile is working time. */
export function dstStartsWithinShift(
	day: ShopDay,
	shift: Shift,
	task: StaffTask,
	gridOffsetMinutes: number,
	earliestStartAt: Instant,
): HalfHourSet {
	return HalfHourSet.all.filter((halfHour) => {
		const appointmentStartsAt = instantOfMinute(day, minuteOfHalfHour(halfHour, gridOffsetMinutes))
		if (appointmentStartsAt === null || appointmentStartsAt < earliestStartAt) return false
		const span = clockSpan(day, appointmentStartsAt + task.offsetMinutes * MINUTE_MS, task.durationMinutes)
		return isWithinShift(shift, span) && !meetsBreak(shift, span)
	})
}

/** The starts after one instant and before another, both excluded. */
export function dstStartsBetween(
	day: ShopDay,
	afterAt: Instant,
	beforeAt: Instant,
	gridOffsetMinutes: number,
): HalfHourSet {
	return HalfHourSet.all.filter((halfHour) => {
		const appointmentStartsAt = instantOfMinute(day, minuteOfHalfHour(halfHour, gridOffsetMinutes))
		return appointmentStartsAt !== null && appointmentStartsAt > afterAt && appointmentStartsAt < beforeAt
	})
}
