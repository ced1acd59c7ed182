import { assignmentsAtMinute } from '#app/domain/availability/assignments-at-minute.ts'
import type { WantedTime } from '#app/domain/availability/calendar-entry-repository.server.ts'
import { type SlotProblem, slotAt } from '#app/domain/availability/slot-at.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { rankAssignments, type StaffAssignment } from '#app/domain/availability/staff-assignment.ts'
import type { RefusalOf } from '#app/domain/booking/booking-wording.ts'
import { type SlotRefusal, slotConstraints } from '#app/domain/booking/hold/slot-refusal.ts'
import { newId } from '#app/kernel/id.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'
import { refusalOfBookingWrite } from './booking-write.server.ts'

export type TakeRefusal = (typeof problems)[SlotProblem] | RefusalOf<typeof slotConstraints> | WriteFailure

const problems = {
	past: 'slot_past',
	beyond_horizon: 'slot_outside_hours',
	day_off: 'slot_outside_hours',
	outside_hours: 'slot_outside_hours',
	break: 'slot_outside_hours',
	off_grid: 'slot_outside_hours',
	taken: 'slot_taken',
} as const satisfies Record<SlotProblem, SlotRefusal>

/** Each failed assignment of several services costs a write. */
const MAX_ASSIGNMENTS = 6

/**
 * Takes a start for a visit and gives the result of `write`, tried for each assignment, best first, until the database
 * accepts (R17). For one service all candidates travel in one write, which picks the person with the least work that
 * day. Refuses as `TakeRefusal` says, and what `expected` names.
 */
export async function takeSlot<Written, Refusal extends string = never>(
	search: SlotSearch,
	startsAt: Instant,
	write: (times: WantedTime[]) => Promise<Written>,
	expected: Readonly<Record<string, Refusal>> = {},
): Promise<Outcome<Written, TakeRefusal | Refusal>> {
	const ways = waysToTake(search, startsAt)
	return ways.ok ? takeFirst(ways.value, write, expected) : ways
}

/** As `takeSlot`, with known assignments. */
export function takeAssigned<Written, Refusal extends string = never>(
	assignments: readonly StaffAssignment[],
	write: (times: WantedTime[]) => Promise<Written>,
	expected: Readonly<Record<string, Refusal>> = {},
): Promise<Outcome<Written, TakeRefusal | Refusal>> {
	return takeFirst(timesToTry(assignments), write, expected)
}

/** The wanted times of each write that may take a start, best first. */
export function waysToTake(search: SlotSearch, startsAt: Instant): Outcome<WantedTime[][], TakeRefusal> {
	const slot = slotAt(search, startsAt)
	return slot.ok ? accepted(timesToTry(rankAssignments(search, startsAt))) : refused(problems[slot.refusal])
}

async function takeFirst<Written, Refusal extends string>(
	ways: readonly WantedTime[][],
	write: (times: WantedTime[]) => Promise<Written>,
	expected: Readonly<Record<string, Refusal>>,
): Promise<Outcome<Written, TakeRefusal | Refusal>> {
	let refusal: TakeRefusal | Refusal = 'slot_taken'
	for (const times of ways) {
		try {
			return accepted(await write(times))
		} catch (error) {
			refusal = refusalOfBookingWrite(error, { ...slotConstraints, ...expected })
			if (refusal !== 'slot_taken') break
		}
	}
	return refused(refusal)
}

function timesToTry(assignments: readonly StaffAssignment[]): WantedTime[][] {
	const [best] = assignments
	if (best === undefined) return []
	if (best.length === 1) return [wantedTimes(assignments)]
	return assignments.slice(0, MAX_ASSIGNMENTS).map((assignment) => wantedTimes([assignment]))
}

/** Each time's candidates are the people of all assignments at that position. */
function wantedTimes(assignments: readonly StaffAssignment[]): WantedTime[] {
	const [best = []] = assignments
	return best.map(({ staffMemberId: _, blockedUntilAt: __, ...time }, position) => ({
		...time,
		candidates: assignments.flatMap((assignment) => {
			const segment = assignment[position]
			return segment
				? [{ entryId: newId(), staffMemberId: segment.staffMemberId, blockedUntilAt: segment.blockedUntilAt }]
				: []
		}),
	}))
}

/** Notice and horizon are for customers alone. */
export const withoutNotice = { minimumNoticeMinutes: 0, horizonDays: 36_500 }

/** The calendar keeps whole minutes. */
export function wholeMinute(at: Instant): Instant {
	return Math.floor(at / MINUTE_MS) * MINUTE_MS
}

/** Takes any minute for a visit, as `takeSlot` takes a start. */
export async function takeMinute<Written, Refusal extends string = never>(
	search: SlotSearch,
	startsAt: Instant,
	write: (times: WantedTime[]) => Promise<Written>,
	expected: Readonly<Record<string, Refusal>> = {},
): Promise<Outcome<Written, TakeRefusal | Refusal>> {
	const found = findAssignments(search, startsAt)
	return found.ok ? takeAssigned(found.value, write, expected) : found
}

/** The wanted times of each write that may take a minute, best first. */
export function waysToTakeMinute(
	search: SlotSearch,
	startsAt: Instant,
): Outcome<WantedTime[][], TakeRefusal> {
	const found = findAssignments(search, startsAt)
	return found.ok ? accepted(timesToTry(found.value)) : found
}

function findAssignments(search: SlotSearch, startsAt: Instant): Outcome<StaffAssignment[], TakeRefusal> {
	const found = assignmentsAtMinute(search, startsAt)
	if ('problem' in found) return refused(found.problem === 'taken' ? 'slot_taken' : 'slot_outside_hours')
	return accepted(found.assignments)
}
