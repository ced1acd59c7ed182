import type { ClockSpan, ShopDay } from './shop-day.ts'
import type { CalendarRows, ScheduleRow, ShopHoursRow, TasksOf } from './slot-search.ts'

/** One person's hours on one day, on the shop's clock. Both break minutes are 0 without a break. */
export type Shift = {
	startMinute: number
	endMinute: number
	breakStartMinute: number
	breakEndMinute: number
}

/** The schedule within the shop's hours (C34); null when nothing is left. */
function openShift(schedule: ScheduleRow, hours: ShopHoursRow | undefined): Shift | null {
	if (hours === undefined || !schedule.isAvailable) return null
	const startMinute = Math.max(schedule.startMinute, hours.opensMinute)
	const endMinute = Math.min(schedule.endMinute, hours.closesMinute)
	if (startMinute >= endMinute) return null
	return {
		startMinute,
		endMinute,
		breakStartMinute: schedule.breakStartMinute ?? 0,
		breakEndMinute: schedule.breakEndMinute ?? 0,
	}
}

/** The shift of each task's person on each day; null where they do not work. */
export function shiftsOfTasks(
	rows: CalendarRows,
	days: readonly ShopDay[],
	taskCount: number,
	tasksOf: TasksOf,
): (Shift | null)[][] {
	const shifts: (Shift | null)[][] = []
	for (let task = 0; task < taskCount; task++) shifts.push(new Array<Shift | null>(days.length).fill(null))
	const hours = new Array<ShopHoursRow | undefined>(8).fill(undefined)
	for (const row of rows.shopHours) hours[row.dayOfWeek] = row
	for (const row of rows.schedules) {
		const tasks = tasksOf(row.staffMemberId)
		if (tasks.length === 0) continue
		const shift = openShift(row, hours[row.dayOfWeek])
		for (const task of tasks) {
			for (let day = 0; day < days.length; day++) {
				if (days[day]!.dayOfWeek === row.dayOfWeek) shifts[task]![day] = shift
			}
		}
	}
	for (const row of rows.daysOff) {
		for (const task of tasksOf(row.staffMemberId)) {
			for (let day = 0; day < days.length; day++) {
				if (days[day]!.date === row.date) shifts[task]![day] = null
			}
		}
	}
	return shifts
}

export function isWithinShift(shift: Shift, { startMinute, endMinute }: ClockSpan): boolean {
	return startMinute >= shift.startMinute && endMinute <= shift.endMinute
}

/** Whether the span overlaps the break; a break of no length never does. */
export function meetsBreak(shift: Shift, { startMinute, endMinute }: ClockSpan): boolean {
	const { breakStartMinute, breakEndMinute } = shift
	return breakStartMinute < breakEndMinute && startMinute < breakEndMinute && endMinute > breakStartMinute
}
