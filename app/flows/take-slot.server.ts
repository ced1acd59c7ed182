import type { WantedTime } from '#app/domain/availability/availability-repository.server.ts'
import { type SlotRefusal, slotAt } from '#app/domain/availability/slot-at.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { rankAssignments, type VisitAssignment } from '#app/domain/availability/visit-assignment.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import { refusalOfWrite } from '#app/domain/booking/refusal-of-write.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'

const refusalOfSlot: Record<SlotRefusal, BookingRefusal> = {
	past: 'slot_past',
	beyond_horizon: 'slot_outside_hours',
	day_off: 'slot_outside_hours',
	outside_hours: 'slot_outside_hours',
	break: 'slot_outside_hours',
	off_grid: 'slot_outside_hours',
	taken: 'slot_taken',
}

/** Of a visit with several services; each way that was beaten meanwhile has cost a write. */
const WAYS_TRIED = 6

/**
 * Takes a start for a visit: asks the engine that made the list, then lets `write` try what it ranks, until the database
 * accepts one. For one service all of its people travel in one write, which picks the one with the least work that day;
 * a visit of several services is tried as one way to staff it after another.
 * Refuses like the engine ('slot_past', 'slot_taken', 'slot_outside_hours') or with what the write was refused for.
 */
export async function takeSlot(
	search: SlotSearch,
	startsAt: Instant,
	write: (times: WantedTime[]) => Promise<unknown>,
): Promise<Outcome<null, BookingRefusal>> {
	const slot = slotAt(search, startsAt)
	if (!slot.ok) return refused(refusalOfSlot[slot.refusal])
	let refusal: BookingRefusal = 'slot_taken'
	for (const times of waysToTake(rankAssignments(search, startsAt))) {
		try {
			await write(times)
			return accepted(null)
		} catch (error) {
			refusal = refusalOfWrite(error)
			if (refusal !== 'slot_taken') break
		}
	}
	return refused(refusal)
}

function waysToTake(assignments: readonly VisitAssignment[]): WantedTime[][] {
	const [best] = assignments
	if (best === undefined) return []
	if (best.length === 1) return [wantedTimes(assignments)]
	return assignments.slice(0, WAYS_TRIED).map((assignment) => wantedTimes([assignment]))
}

/** The times of the first assignment, for each the people that any of the assignments gives it to. */
function wantedTimes(assignments: readonly VisitAssignment[]): WantedTime[] {
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
