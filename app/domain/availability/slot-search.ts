import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopDay } from './shop-day.ts'

export type CalendarRows = {
	/** A day without a row is closed. */
	shopHours: readonly ShopHoursRow[]
	schedules: readonly ScheduleRow[]
	daysOff: readonly { staffMemberId: string; date: CivilDate }[]
	/**
	 * Live appointments and holds. The caller leaves out the customer's own hold, or the appointment being moved.
	 * `blockedUntilAt` includes the buffer.
	 */
	busy: readonly BusyRow[]
}

export type ShopHoursRow = { dayOfWeek: number; opensMinute: number; closesMinute: number }

export type ScheduleRow = {
	staffMemberId: string
	dayOfWeek: number
	isAvailable: boolean
	startMinute: number
	endMinute: number
	breakStartMinute: number | null
	breakEndMinute: number | null
}

export type BusyRow = { staffMemberId: string; startsAt: Instant; blockedUntilAt: Instant }

/** One service of a visit. Services follow back to back; add-on minutes are in the last one's duration. */
export type ServiceSegment = {
	serviceId: string
	staffMemberIds: readonly string[]
	durationMinutes: number
	bufferMinutes: number
}

/** The input of both the list of times and the booking. */
export type SlotSearch = {
	rows: CalendarRows
	segments: readonly ServiceSegment[]
	/** Consecutive, from `shopDays`; the last is the shop's horizon. */
	days: readonly ShopDay[]
	/** Now plus the shop's notice, as an instant (R14). */
	earliestStartAt: Instant
}

export function totalMinutes(segments: readonly ServiceSegment[]): number {
	let minutes = 0
	for (const segment of segments) minutes += segment.durationMinutes
	return minutes
}

/** One person doing one service, `offsetMinutes` after the visit starts. */
export type StaffTask = {
	staffMemberId: string
	offsetMinutes: number
	durationMinutes: number
	bufferMinutes: number
}

/** The indexes of a person's tasks. */
export type TasksOf = (staffMemberId: string) => readonly number[]

const noTasks: readonly number[] = []
const onlyTask: readonly number[] = [0]

export function tasksByStaff(tasks: readonly StaffTask[]): TasksOf {
	const [first] = tasks
	// The commonest search has one person, and comparing ids is cheaper than a map.
	if (first && tasks.length === 1) return (id) => (id === first.staffMemberId ? onlyTask : noTasks)
	const places = new Map<string, number[]>()
	for (const [place, { staffMemberId }] of tasks.entries()) {
		const own = places.get(staffMemberId)
		if (own) own.push(place)
		else places.set(staffMemberId, [place])
	}
	return (staffMemberId) => places.get(staffMemberId) ?? noTasks
}
