import { assignmentsAtMinute } from '#app/domain/availability/assignments-at-minute.ts'
import type { WantedTime } from '#app/domain/availability/calendar-entry-repository.server.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import type { StaffAssignment } from '#app/domain/availability/staff-assignment.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type TakeRefusal, takeAssigned, timesToTry } from './take-slot.server.ts'

/** A shop is bound by its hours alone, and not by the notice and the horizon that it gives to customers. */
export const withoutNotice = { minimumNoticeMinutes: 0, horizonDays: 36_500 }

/** The minute that a shop means: the calendar keeps whole ones. */
export function wholeMinute(at: Instant): Instant {
	return Math.floor(at / MINUTE_MS) * MINUTE_MS
}

/**
 * Takes any minute for a visit and gives what `write` gave back. Refuses 'slot_outside_hours', 'slot_taken', and what
 * the write was refused for, as `takeSlot` does.
 */
export async function takeMinute<Written, Refusal extends string = never>(
	search: SlotSearch,
	startsAt: Instant,
	write: (times: WantedTime[]) => Promise<Written>,
	expected: Readonly<Record<string, Refusal>> = {},
): Promise<Outcome<Written, TakeRefusal | Refusal>> {
	const found = assignmentsOf(search, startsAt)
	return found.ok ? takeAssigned(found.value, write, expected) : found
}

/** What each write that may take a minute asks for, best first. Refuses as `takeMinute` does. */
export function waysToTakeMinute(
	search: SlotSearch,
	startsAt: Instant,
): Outcome<WantedTime[][], TakeRefusal> {
	const found = assignmentsOf(search, startsAt)
	return found.ok ? accepted(timesToTry(found.value)) : found
}

function assignmentsOf(search: SlotSearch, startsAt: Instant): Outcome<StaffAssignment[], TakeRefusal> {
	const found = assignmentsAtMinute(search, startsAt)
	if ('problem' in found) return refused(found.problem === 'taken' ? 'slot_taken' : 'slot_outside_hours')
	return accepted(found.assignments)
}
