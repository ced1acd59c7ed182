import { type Duty, type DutyIndex, firstDutyOf, nextDutyOf } from './duty.ts'
import type { ClockSpan, DayOfShop } from './shop-day.ts'
import type { CalendarRows, ScheduleRow, ShopHoursRow } from './slot-search.ts'

/** When somebody can be booked on one day, in minutes of the shop's clock. Without a break both its ends are 0. */
export type WorkingWindow = {
	startMinute: number
	endMinute: number
	breakStartMinute: number
	breakEndMinute: number
}

/** The schedule within the shop's hours (spec 3, "Words and numbers"); null when nothing is left of the day. */
function workingWindow(schedule: ScheduleRow, hours: ShopHoursRow | undefined): WorkingWindow | null {
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

/** The window of each duty on each day (index `duty × number of days + day`); null where the person is away. */
export function windowsOfDuties(
	rows: CalendarRows,
	days: readonly DayOfShop[],
	duties: readonly Duty[],
	index: DutyIndex,
): (WorkingWindow | null)[] {
	const windows = new Array<WorkingWindow | null>(duties.length * days.length).fill(null)
	const hours = new Array<ShopHoursRow | undefined>(8).fill(undefined)
	for (const row of rows.shopHours) hours[row.dayOfWeek] = row
	for (const row of rows.schedules) {
		let duty = firstDutyOf(index, row.staffMemberId)
		if (duty < 0) continue
		const window = workingWindow(row, hours[row.dayOfWeek])
		for (; duty >= 0; duty = nextDutyOf(index, duty)) {
			for (let day = 0; day < days.length; day++) {
				if (days[day]!.dayOfWeek === row.dayOfWeek) windows[duty * days.length + day] = window
			}
		}
	}
	for (const row of rows.daysOff) {
		for (let duty = firstDutyOf(index, row.staffMemberId); duty >= 0; duty = nextDutyOf(index, duty)) {
			for (let day = 0; day < days.length; day++) {
				if (days[day]!.date === row.date) windows[duty * days.length + day] = null
			}
		}
	}
	return windows
}

/** True when a stretch of the clock lies between the start and the end of work. */
export function isWithinHours(window: WorkingWindow, { startMinute, endMinute }: ClockSpan): boolean {
	return startMinute >= window.startMinute && endMinute <= window.endMinute
}

/** True when a stretch of the clock touches the break. A break of no length is none. */
export function meetsBreak(window: WorkingWindow, { startMinute, endMinute }: ClockSpan): boolean {
	const { breakStartMinute, breakEndMinute } = window
	return breakStartMinute < breakEndMinute && startMinute < breakEndMinute && endMinute > breakStartMinute
}
