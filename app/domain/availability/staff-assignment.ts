import type { CivilDate } from '#app/kernel/civil.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { planAssignments, type TaskChoice, walkAssignments } from './assignment-plan.ts'
import { availableStarts } from './available-starts.ts'
import { HalfHourSet } from './half-hour-set.ts'
import {
	clockMinuteAt,
	clockSpan,
	dayEndsAt,
	dayOfInstant,
	instantOfMinute,
	type ShopDay,
} from './shop-day.ts'
import type { BusyRow, ServiceSegment, SlotSearch } from './slot-search.ts'

/** One service of a visit with its person, as the calendar stores it. */
export type SegmentAssignment = {
	position: number
	serviceId: string
	staffMemberId: string
	date: CivilDate
	/** On the clock: see `clockSpan`. */
	startMinute: number
	endMinute: number
	startsAt: Instant
	endsAt: Instant
	/** `endsAt`, plus the buffer unless the same person does the next service. */
	blockedUntilAt: Instant
}

export type StaffAssignment = readonly SegmentAssignment[]

/**
 * The ways to staff a visit, best first. One person for all of it comes first (R5), then the fewest busy minutes that
 * day, then the id. The write takes the first that the database accepts. Empty when the start is not free. `limit`
 * bounds the ways: many people and services make thousands.
 */
export function rankAssignments(search: SlotSearch, startsAt: Instant, limit = 50): StaffAssignment[] {
	const day = dayOfInstant(search.days, startsAt)
	if (day === undefined) return []
	const ranked = leastBusyFirst(search, day)
	const assignments: StaffAssignment[] = []
	const firstPeople = ranked[0]?.staffMemberIds ?? []
	for (const { segments, staffMemberId, isAlone } of [
		...peopleOfAll(ranked).map((id) => ({ segments: doneBy(ranked, id), staffMemberId: id, isAlone: true })),
		...firstPeople.map((id) => ({ segments: ranked, staffMemberId: id, isAlone: false })),
	]) {
		const plan = planAssignments(segments, staffMemberId)
		const starts = availableStarts({ ...search, days: [day] }, plan.tasks, true)
		const gridOffsetMinutes = starts[0]?.[0]?.gridOffsetMinutes
		const minute = clockMinuteAt(day, startsAt)
		// The second pass of a repeated minute is never a start.
		if (gridOffsetMinutes === undefined || instantOfMinute(day, minute) !== startsAt) continue
		const start = HalfHourSet.startingFromTo(minute, minute, gridOffsetMinutes)
		walkAssignments(
			plan,
			(task) => starts[task]?.[0]?.free ?? HalfHourSet.none,
			start,
			(chosen) => {
				if (isAlone || !isByOne(chosen)) assignments.push(assignTimes(segments, chosen, day, startsAt))
				return assignments.length < limit ? start : HalfHourSet.none
			},
		)
		if (assignments.length >= limit) break
	}
	return assignments
}

/** The people who can do every service; none for a single service. */
export function peopleOfAll([first, ...others]: readonly ServiceSegment[]): string[] {
	if (first === undefined || others.length === 0) return []
	return first.staffMemberIds.filter((id) =>
		others.every(({ staffMemberIds }) => staffMemberIds.includes(id)),
	)
}

export function doneBy(segments: readonly ServiceSegment[], staffMemberId: string): ServiceSegment[] {
	return segments.map((segment) => ({ ...segment, staffMemberIds: [staffMemberId] }))
}

export function isByOne(way: readonly { staffMemberId: string }[]): boolean {
	return way.length > 1 && way.every(({ staffMemberId }) => staffMemberId === way[0]?.staffMemberId)
}

function assignTimes(
	segments: readonly ServiceSegment[],
	chosen: readonly TaskChoice[],
	day: ShopDay,
	requestedStartAt: Instant,
): StaffAssignment {
	let startsAt = requestedStartAt
	return segments.map(({ serviceId, durationMinutes, bufferMinutes }, position) => {
		const staffMemberId = chosen[position]!.staffMemberId
		const goesOn = chosen[position + 1]?.staffMemberId === staffMemberId
		const endsAt = startsAt + durationMinutes * MINUTE_MS
		const assignment: SegmentAssignment = {
			position,
			serviceId,
			staffMemberId,
			date: day.date,
			...clockSpan(day, startsAt, durationMinutes),
			startsAt,
			endsAt,
			blockedUntilAt: goesOn ? endsAt : endsAt + bufferMinutes * MINUTE_MS,
		}
		startsAt = endsAt
		return assignment
	})
}

/** Orders each service's people by busy minutes that day, then by id. */
export function leastBusyFirst(
	{ rows, segments }: Pick<SlotSearch, 'rows' | 'segments'>,
	day: ShopDay,
): ServiceSegment[] {
	const countBusyMinutes = (id: string) => busyMinutesOn(day, rows.busy, id)
	return segments.map((segment) => {
		const ranked = segment.staffMemberIds.map((id) => ({ id, busy: countBusyMinutes(id) }))
		ranked.sort((a, b) => a.busy - b.busy || (a.id < b.id ? -1 : 1))
		return { ...segment, staffMemberIds: ranked.map(({ id }) => id) }
	})
}

function busyMinutesOn(day: ShopDay, busy: readonly BusyRow[], staffMemberId: string): number {
	let milliseconds = 0
	for (const row of busy) {
		if (row.staffMemberId !== staffMemberId) continue
		const until = Math.min(row.blockedUntilAt, dayEndsAt(day))
		milliseconds += Math.max(0, until - Math.max(row.startsAt, day.startsAt))
	}
	return milliseconds / MINUTE_MS
}
