import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { HalfHourSet, minuteOfHalfHour, SLOT_STEP_MINUTES } from './half-hour-set.ts'
import { isWithinShift, meetsBreak, type Shift, shiftsOfTasks } from './shift.ts'
import { clockSpan, instantOfMinute, type ShopDay } from './shop-day.ts'
import { type CalendarRows, type StaffTask, type TasksOf, tasksByStaff } from './slot-search.ts'

/** The starts of a visit on one day that suit one of its tasks. */
export type AvailableStarts = {
	/** See `HalfHourSet`. */
	gridOffsetMinutes: number
	/** Starts within the person's shift, outside the break and after the notice. */
	withinShift: HalfHourSet
	/** Of these, the starts without busy time. */
	free: HalfHourSet
}

/** By task, then by day; null where the person does not work. */
export type StartsOfTasks = readonly (readonly (AvailableStarts | null)[])[]

type Search = { rows: CalendarRows; days: readonly ShopDay[]; earliestStartAt: Instant }

/**
 * Decides when a person can take a visit, for the list of times, the booking and the ranking alike (R17). With
 * `sharesGrid` all tasks are of one visit, whose grid begins with the first task's shift. Else each task is a visit.
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

/** Removes from `free` the starts at which a task or its buffer overlaps busy time of its person. */
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
			// Starts between these instants would overlap the row.
			const afterAt = row.startsAt - (offsetMinutes + durationMinutes + bufferMinutes) * MINUTE_MS
			const beforeAt = row.blockedUntilAt - offsetMinutes * MINUTE_MS
			// Days of 24 hours are found by division. With a DST day each day is checked.
			const firstDay = areRegular ? Math.max(0, countDaysBetween(afterAt, firstMidnightAt)) : 0
			const lastDay = areRegular
				? Math.min(lastOfAll, countDaysBetween(beforeAt, firstMidnightAt))
				: lastOfAll
			for (let day = firstDay; day <= lastDay; day++) {
				const known = starts[place]![day]
				if (!known) continue
				const met = startsBetween(days[day]!, afterAt, beforeAt, known.gridOffsetMinutes)
				known.free = known.free.difference(met)
			}
		}
	}
}

function countDaysBetween(at: Instant, firstMidnightAt: Instant): number {
	return Math.floor((at - firstMidnightAt) / DAY_MS)
}

/** Both ends are excluded. */
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
 * As `startsWithinShift` on a DST day, when the clock and the passing minutes differ: each start is checked. A skipped
 * time is no start; of a repeated time the first counts (R13).
 */
function dstStartsWithinShift(
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

function dstStartsBetween(
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
