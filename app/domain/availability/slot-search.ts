import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopDay } from './shop-day.ts'

/** What the database knows of a shop's time, as its rows are. */
export type CalendarRows = {
	/** Weekly opening hours; a day without a row is closed. */
	shopHours: readonly ShopHoursRow[]
	schedules: readonly ScheduleRow[]
	daysOff: readonly { staffMemberId: string; date: CivilDate }[]
	/**
	 * Live busy time: appointments that count and holds that have not expired. The caller leaves out the customer's own
	 * hold, or the visit that they are moving. `blockedUntilAt` includes the buffer.
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

/**
 * One service of a visit: who may do it, how long it takes, what it blocks afterwards. Several follow each other
 * back to back. Minutes of add-ons are in the duration of the last one.
 */
export type ServiceSegment = {
	serviceId: string
	staffMemberIds: readonly string[]
	durationMinutes: number
	bufferMinutes: number
}

/** A question to the engine. The list of times and the booking ask with the same one. */
export type SlotSearch = {
	rows: CalendarRows
	segments: readonly ServiceSegment[]
	/** Consecutive days, made by `shopDays`; the last one is the shop's horizon. */
	days: readonly ShopDay[]
	/** Now plus the shop's notice: an instant, which a DST change in between leaves as it is (R14). */
	earliestStartAt: Instant
}

/** From the first minute of a visit to its last, all services together. */
export function totalMinutes(segments: readonly ServiceSegment[]): number {
	let minutes = 0
	for (const segment of segments) minutes += segment.durationMinutes
	return minutes
}

/** One person doing one service of a visit that starts `offsetMinutes` earlier. */
export type StaffTask = {
	staffMemberId: string
	offsetMinutes: number
	durationMinutes: number
	bufferMinutes: number
}

/** The indexes, in a list of tasks, of a person's own. */
export type TasksOf = (staffMemberId: string) => readonly number[]

const noTasks: readonly number[] = []
const onlyTask: readonly number[] = [0]

/** Finds the tasks of the person that a database row is about. */
export function tasksByStaff(tasks: readonly StaffTask[]): TasksOf {
	const [first] = tasks
	// One person alone is the commonest question, and comparing an id is cheaper than looking it up.
	if (first && tasks.length === 1) return (id) => (id === first.staffMemberId ? onlyTask : noTasks)
	const places = new Map<string, number[]>()
	for (const [place, { staffMemberId }] of tasks.entries()) {
		const own = places.get(staffMemberId)
		if (own) own.push(place)
		else places.set(staffMemberId, [place])
	}
	return (staffMemberId) => places.get(staffMemberId) ?? noTasks
}
