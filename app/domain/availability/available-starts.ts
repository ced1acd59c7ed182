import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { HalfHourSet, minuteOfHalfHour, SLOT_STEP_MINUTES } from './half-hour-set.ts'
import { isWithinShift, meetsBreak, type Shift, shiftsOfTasks } from './shift.ts'
import { clockSpan, instantOfMinute, type ShopDay } from './shop-day.ts'
import { type CalendarRows, type StaffTask, type TasksOf, tasksByStaff } from './slot-search.ts'

/** The starts of a visit, on one day, that suit one task of it. */
export type AvailableStarts = {
	/** Where in the half-hour the visit starts (see `HalfHourSet`). */
	gridOffsetMinutes: number
	/** The task is within its person's shift, misses the break and respects the notice. */
	withinShift: HalfHourSet
	/** Of these, the starts at which nothing busy is in the way. */
	free: HalfHourSet
}

/** For each task, and in it for each day; null where the task's person does not work. */
export type StartsOfTasks = readonly (readonly (AvailableStarts | null)[])[]

type Search = { rows: CalendarRows; days: readonly ShopDay[]; earliestStartAt: Instant }

/**
 * Decides whether a person can take a visit at a time. The list of times, the booking and the ranking of people all
 * ask here, so that they agree (R17).
 * With `sharesGrid` the tasks are of one visit and the shift of the first one sets its grid; without it each task
 * stands for a visit of its own.
 */
export function availableStarts(
	search: Search,
	tasks: readonly StaffTask[],
	sharesGrid: boolean,
): StartsOfTasks {
	const { days, rows, earliestStartAt } = search
	const tasksOf = tasksByStaff(tasks)
	const shifts = shiftsOfTasks(rows, days, tasks.length, tasksOf)
	const starts = tasks.map((task, place) =>
		days.map((day, dayPlace) => {
			const shift = shifts[place]![dayPlace]
			const gridShift = sharesGrid ? shifts[0]![dayPlace] : shift
			if (!shift || !gridShift) return null
			const gridOffsetMinutes = gridShift.startMinute % SLOT_STEP_MINUTES
			const withinShift = startsWithinShift(day, shift, task, gridOffsetMinutes, earliestStartAt)
			return { gridOffsetMinutes, withinShift, free: withinShift }
		}),
	)
	removeBusyTime(starts, search, tasks, tasksOf)
	return starts
}

/** Starts at which the task is over by the end of the shift, misses the break and respects the notice. */
function startsWithinShift(
	day: ShopDay,
	shift: Shift,
	task: StaffTask,
	gridOffsetMinutes: number,
	earliestStartAt: Instant,
): HalfHourSet {
	if (day.dstChange !== null)
		return dstStartsWithinShift(day, shift, task, gridOffsetMinutes, earliestStartAt)
	const { offsetMinutes, durationMinutes } = task
	const noticeMinute = (earliestStartAt - day.startsAt) / MINUTE_MS
	const firstMinute = Math.max(shift.startMinute - offsetMinutes, noticeMinute)
	const lastMinute = shift.endMinute - durationMinutes - offsetMinutes
	const withinHours = HalfHourSet.startingFromTo(firstMinute, lastMinute, gridOffsetMinutes)
	if (shift.breakStartMinute >= shift.breakEndMinute) return withinHours
	const afterMinute = shift.breakStartMinute - durationMinutes - offsetMinutes
	const beforeMinute = shift.breakEndMinute - offsetMinutes
	return withinHours.difference(HalfHourSet.startingBetween(afterMinute, beforeMinute, gridOffsetMinutes))
}

/** Takes out of `free` the starts at which a task, or its buffer, meets a busy row of its person. */
function removeBusyTime(
	starts: StartsOfTasks,
	{ days, rows }: Search,
	tasks: readonly StaffTask[],
	tasksOf: TasksOf,
) {
	const firstMidnightAt = days[0]?.startsAt ?? 0
	const lastOfAll = days.length - 1
	const areRegular = days.every(({ dstChange, startsAt }, place) => {
		return dstChange === null && startsAt === firstMidnightAt + place * DAY_MS
	})
	for (const row of rows.busy) {
		if (row.blockedUntilAt <= row.startsAt) continue
		for (const place of tasksOf(row.staffMemberId)) {
			const { offsetMinutes, durationMinutes, bufferMinutes } = tasks[place]!
			// A visit that starts between these two instants has the task begin before the row ends, and its buffer end
			// after the row begins.
			const afterAt = row.startsAt - (offsetMinutes + durationMinutes + bufferMinutes) * MINUTE_MS
			const beforeAt = row.blockedUntilAt - offsetMinutes * MINUTE_MS
			// Days of 24 hours are found by dividing. With a DST day among them each day is asked.
			const firstDay = areRegular ? Math.max(0, dayPlaceOf(afterAt, firstMidnightAt)) : 0
			const lastDay = areRegular ? Math.min(lastOfAll, dayPlaceOf(beforeAt, firstMidnightAt)) : lastOfAll
			for (let day = firstDay; day <= lastDay; day++) {
				const known = starts[place]![day]
				if (!known) continue
				const met = startsBetween(days[day]!, afterAt, beforeAt, known.gridOffsetMinutes)
				known.free = known.free.difference(met)
			}
		}
	}
}

function dayPlaceOf(at: Instant, firstMidnightAt: Instant): number {
	return Math.floor((at - firstMidnightAt) / DAY_MS)
}

/** Starts after one instant and before another, both excluded. */
function startsBetween(
	day: ShopDay,
	afterAt: Instant,
	beforeAt: Instant,
	gridOffsetMinutes: number,
): HalfHourSet {
	if (day.dstChange !== null) return dstStartsBetween(day, afterAt, beforeAt, gridOffsetMinutes)
	const afterMinute = (afterAt - day.startsAt) / MINUTE_MS
	const beforeMinute = (beforeAt - day.startsAt) / MINUTE_MS
	return HalfHourSet.startingBetween(afterMinute, beforeMinute, gridOffsetMinutes)
}

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
