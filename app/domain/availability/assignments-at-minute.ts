import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { isWithinShift, meetsBreak, type Shift, shiftsOfTasks } from './shift.ts'
import { clockMinuteAt, clockSpan, dayOfInstant, instantOfMinute, type ShopDay } from './shop-day.ts'
import { type ServiceSegment, type SlotSearch, tasksByStaff } from './slot-search.ts'
import {
	doneBy,
	isByOne,
	leastBusyFirst,
	peopleOfAll,
	type SegmentAssignment,
	type StaffAssignment,
} from './staff-assignment.ts'

/** `outside_hours`: no staff is at work for the whole visit. `taken`: the staff at work is busy. */
export type AssignmentsAtMinute =
	| { assignments: StaffAssignment[] }
	| { assignments: []; problem: 'outside_hours' | 'taken' }

/** The database may refuse each way, and each try costs a write. */
const MAX_ASSIGNMENTS = 6
/** Bounds the partial ways: forty people for each of four services make millions. */
const MAX_BEGINNINGS = 200

/**
 * Ways to staff a visit that starts at any minute, best first as in `rankAssignments`. A walk-in need not wait for a
 * half-hour; hours, breaks, days off and busy time hold.
 */
export function assignmentsAtMinute(search: SlotSearch, startsAt: Instant): AssignmentsAtMinute {
	const day = dayOfInstant(search.days, startsAt)
	// The second pass of a repeated minute is never a start.
	if (day === undefined || instantOfMinute(day, clockMinuteAt(day, startsAt)) !== startsAt)
		return { assignments: [], problem: 'outside_hours' }
	const ranked = leastBusyFirst(search, day)
	const alone = peopleOfAll(ranked).flatMap((id) => findWays(search, day, doneBy(ranked, id), startsAt).ways)
	const { ways, isStaffed } = findWays(search, day, ranked, startsAt)
	const assignments = [...alone, ...ways.filter((way) => !isByOne(way))]
	if (assignments.length > 0) return { assignments: assignments.slice(0, MAX_ASSIGNMENTS) }
	return { assignments: [], problem: isStaffed ? 'taken' : 'outside_hours' }
}

/** `isStaffed`: each service has someone at work, free or not. */
function findWays(search: SlotSearch, day: ShopDay, segments: readonly ServiceSegment[], startsAt: Instant) {
	const shiftOf = shiftsOn(search, day)
	let isStaffed = true
	let ways: SegmentAssignment[][] = [[]]
	let segmentStartsAt = startsAt
	for (const [position, segment] of segments.entries()) {
		const { serviceId, durationMinutes, bufferMinutes } = segment
		const span = clockSpan(day, segmentStartsAt, durationMinutes)
		const endsAt = segmentStartsAt + durationMinutes * MINUTE_MS
		const atWork = segment.staffMemberIds.filter((id) => {
			const shift = shiftOf(id)
			return shift && isWithinShift(shift, span) && !meetsBreak(shift, span)
		})
		isStaffed &&= atWork.length > 0
		const time = { position, serviceId, date: day.date, ...span, startsAt: segmentStartsAt, endsAt }
		const further = atWork.map((staffMemberId) => ({
			...time,
			staffMemberId,
			blockedUntilAt: endsAt + bufferMinutes * MINUTE_MS,
		}))
		ways = ways
			.flatMap((way) => further.map((next) => withNext(way, next)))
			.filter((way) => isFree(search, way, position === segments.length - 1))
			.slice(0, MAX_BEGINNINGS)
		segmentStartsAt = endsAt
	}
	return { ways, isStaffed }
}

/** The next start on that day at which the visit can be staffed, or null. */
export function nextStartOnDay(search: SlotSearch, after: Instant): Instant | null {
	const day = dayOfInstant(search.days, after)
	if (day === undefined) return null
	const shiftOf = shiftsOn(search, day)
	const people = new Set(search.segments.flatMap(({ staffMemberIds }) => staffMemberIds))
	const shiftStarts = [...people].flatMap((id) => {
		const shift = shiftOf(id)
		return shift ? [instantOfMinute(day, shift.startMinute), instantOfMinute(day, shift.breakEndMinute)] : []
	})
	const ends = search.rows.busy
		.filter(({ staffMemberId }) => people.has(staffMemberId))
		.map(({ blockedUntilAt }) => blockedUntilAt)
	// A visit can begin when a shift begins, a break ends or a busy time ends. Buffers are whole minutes.
	const starts = [...new Set([...shiftStarts, ...ends])].flatMap((at) =>
		at !== null && at > after ? [Math.ceil(at / MINUTE_MS) * MINUTE_MS] : [],
	)
	return (
		starts
			.sort((a, b) => a - b)
			.find((at) => {
				return dayOfInstant([day], at) && assignmentsAtMinute(search, at).assignments.length > 0
			}) ?? null
	)
}

function shiftsOn({ rows }: SlotSearch, day: ShopDay): (staffMemberId: string) => Shift | null {
	return (staffMemberId) => {
		const tasks = [{ staffMemberId, offsetMinutes: 0, durationMinutes: 0, bufferMinutes: 0 }]
		return shiftsOfTasks(rows, [day], 1, tasksByStaff(tasks))[0]?.[0] ?? null
	}
}

/** No buffer lies between two services of the same person. */
function withNext(way: readonly SegmentAssignment[], next: SegmentAssignment): SegmentAssignment[] {
	return [
		...way.map((segment, place) =>
			place === way.length - 1 && segment.staffMemberId === next.staffMemberId
				? { ...segment, blockedUntilAt: segment.endsAt }
				: segment,
		),
		next,
	]
}

/** Checks busy time and the visit's own earlier services. The last buffer counts only for the whole visit. */
function isFree({ rows }: SlotSearch, way: readonly SegmentAssignment[], isWhole: boolean): boolean {
	return way.every(({ staffMemberId, startsAt, endsAt, blockedUntilAt }, place) => {
		const untilAt = isWhole || place < way.length - 1 ? blockedUntilAt : endsAt
		return [...rows.busy, ...way.slice(0, place)].every(
			(busy) =>
				busy.staffMemberId !== staffMemberId ||
				busy.startsAt >= untilAt ||
				busy.blockedUntilAt <= startsAt ||
				busy.startsAt === busy.blockedUntilAt,
		)
	})
}
