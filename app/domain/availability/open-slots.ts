import { DaySlots } from './day-slots.ts'
import { type DutyStarts, dutyStarts } from './duty-starts.ts'
import { type SlotSearch, visitMinutes } from './slot-search.ts'
import { planVisit, type VisitPlan, walkAssignments } from './visit-plan.ts'

/**
 * The times of each day: every 30 minutes from the start of somebody's working hours (their schedule within the
 * shop's hours), as long as the visit ends inside them, misses their break and is not earlier than `earliestStartAt`.
 * A time is free when one of the people can take it, and listed as taken otherwise (spec 3, "Words and numbers").
 * With several services the hours of whoever does the first set the starts, and each service needs somebody.
 */
export function openSlots(search: SlotSearch): DaySlots[] {
	const minutes = visitMinutes(search.segments)
	const days: DaySlots[] = []
	for (const day of search.days) days.push(new DaySlots(day, minutes))
	if (search.segments.length === 1) addSingleService(search, days)
	else addSeveralServices(search, days)
	return days
}

function addSingleService(search: SlotSearch, days: DaySlots[]) {
	for (const { staffMemberIds, durationMinutes, bufferMinutes } of search.segments) {
		const duties = staffMemberIds.map((staffMemberId) => {
			return { staffMemberId, offsetMinutes: 0, durationMinutes, bufferMinutes }
		})
		const { phase, worksAm, worksPm, freeAm, freePm } = dutyStarts(search, duties, false)
		for (let cell = 0; cell < phase.length; cell++) {
			if (phase[cell]! < 0) continue
			const day = days[cell % days.length]!
			day.add(phase[cell]!, worksAm[cell]!, worksPm[cell]!, freeAm[cell]!, freePm[cell]!)
		}
	}
}

function addSeveralServices(search: SlotSearch, days: DaySlots[]) {
	for (const staffMemberId of search.segments[0]?.staffMemberIds ?? []) {
		const plan = planVisit(search.segments, staffMemberId)
		const starts = dutyStarts(search, plan.duties, true)
		for (const [position, day] of days.entries()) {
			const cellOf = (duty: number) => duty * days.length + position
			const isStaffed = plan.choices.every((choices) => {
				return choices.some((choice) => starts.phase[cellOf(choice.withoutBuffer)]! >= 0)
			})
			if (!isStaffed) continue
			const listedAm = coveredStarts(plan, starts.worksAm, cellOf)
			const listedPm = coveredStarts(plan, starts.worksPm, cellOf)
			const freeAm = assignableStarts(plan, starts.freeAm, cellOf, listedAm)
			const freePm = assignableStarts(plan, starts.freePm, cellOf, listedPm)
			day.add(starts.phase[position]!, listedAm, listedPm, freeAm, freePm)
		}
	}
}

/** Starts at which somebody is at work for each service, busy or not. */
function coveredStarts(
	plan: VisitPlan,
	works: DutyStarts['worksAm'],
	cellOf: (duty: number) => number,
): number {
	let covered = -1
	for (const choices of plan.choices) {
		let bySomebody = 0
		for (const choice of choices) bySomebody |= works[cellOf(choice.withoutBuffer)]!
		covered &= bySomebody
	}
	return covered
}

/** Starts at which the services can be shared out among people who are free. */
function assignableStarts(
	plan: VisitPlan,
	free: DutyStarts['freeAm'],
	cellOf: (duty: number) => number,
	listed: number,
): number {
	let assignable = 0
	walkAssignments(
		plan,
		(duty) => free[cellOf(duty)]!,
		listed,
		(_chosen, starts) => {
			assignable |= starts
			return listed & ~assignable
		},
	)
	return assignable
}
