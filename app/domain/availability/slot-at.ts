import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Slot } from './day-slots.ts'
import { openSlots } from './open-slots.ts'
import { isWithinShift, meetsBreak, shiftsOfTasks } from './shift.ts'
import { clockSpan, dayOfInstant, type ShopDay } from './shop-day.ts'
import { type ServiceSegment, type SlotSearch, tasksByStaff } from './slot-search.ts'

/**
 * `past`: gone, or inside the notice. `beyond_horizon`: after the bookable days. `off_grid`: staff work then, but no
 * slot starts at that minute.
 */
export type SlotProblem =
	| 'past'
	| 'beyond_horizon'
	| 'day_off'
	| 'outside_hours'
	| 'break'
	| 'off_grid'
	| 'taken'

/** Whether a visit can start then, looked up in the list that the customer sees (R17). */
export function slotAt(search: SlotSearch, startsAt: Instant): Outcome<Slot, SlotProblem> {
	if (startsAt < search.earliestStartAt) return refused('past')
	const day = dayOfInstant(search.days, startsAt)
	if (day === undefined) {
		return refused(startsAt < (search.days[0]?.startsAt ?? startsAt) ? 'past' : 'beyond_horizon')
	}
	const slot = openSlots({ ...search, days: [day] })[0]?.slots.find((listed) => listed.startsAt === startsAt)
	if (slot !== undefined) return slot.free ? accepted(slot) : refused('taken')
	return refused(whyNotListed(search, day, startsAt))
}

/** For the first service without staff at work: a break of any of its people, a day off of all, else the hours. */
function whyNotListed(search: SlotSearch, day: ShopDay, requestedStartAt: Instant): SlotProblem {
	let startsAt = requestedStartAt
	for (const segment of search.segments) {
		const reasons = segment.staffMemberIds.map((id) => whyAway(search, segment, id, day, startsAt))
		if (!reasons.includes(null)) {
			if (reasons.includes('break')) return 'break'
			return reasons.length > 0 && reasons.every((reason) => reason === 'day_off')
				? 'day_off'
				: 'outside_hours'
		}
		startsAt += segment.durationMinutes * MINUTE_MS
	}
	return 'off_grid'
}

function whyAway(
	{ rows }: SlotSearch,
	{ durationMinutes, bufferMinutes }: ServiceSegment,
	staffMemberId: string,
	day: ShopDay,
	startsAt: Instant,
): 'day_off' | 'outside_hours' | 'break' | null {
	const tasks = [{ staffMemberId, offsetMinutes: 0, durationMinutes, bufferMinutes }]
	const shift = shiftsOfTasks({ ...rows, daysOff: [] }, [day], 1, tasksByStaff(tasks))[0]?.[0]
	if (!shift) return 'outside_hours'
	if (rows.daysOff.some((row) => row.staffMemberId === staffMemberId && row.date === day.date))
		return 'day_off'
	const span = clockSpan(day, startsAt, durationMinutes)
	if (!isWithinShift(shift, span)) return 'outside_hours'
	return meetsBreak(shift, span) ? 'break' : null
}
