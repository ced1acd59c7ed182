import { type AssignmentPlan, planAssignments, walkAssignments } from './assignment-plan.ts'
import { type AvailableStarts, availableStarts } from './available-starts.ts'
import { DaySlots } from './day-slots.ts'
import { HalfHourSet } from './half-hour-set.ts'
import { type SlotSearch, totalMinutes } from './slot-search.ts'

/**
 * The times of each day: every 30 minutes from a shift's start. The visit fits the shift, misses the break and is not
 * before `earliestStartAt`. A time without a free person is listed as taken (C33). With several services the shift for
 * the first one sets the starts, and each service needs a person.
 */
export function openSlots(search: SlotSearch): DaySlots[] {
	const minutes = totalMinutes(search.segments)
	const days = search.days.map((day) => new DaySlots(day, minutes))
	if (search.segments.length === 1) addSingleService(search, days)
	else addSeveralServices(search, days)
	return days
}

function addSingleService(search: SlotSearch, days: DaySlots[]) {
	for (const { staffMemberIds, durationMinutes, bufferMinutes } of search.segments) {
		const tasks = staffMemberIds.map((staffMemberId) => {
			return { staffMemberId, offsetMinutes: 0, durationMinutes, bufferMinutes }
		})
		for (const startsByDay of availableStarts(search, tasks, false)) {
			for (const [position, starts] of startsByDay.entries()) {
				if (starts) days[position]!.add(starts.gridOffsetMinutes, starts.withinShift, starts.free)
			}
		}
	}
}

function addSeveralServices(search: SlotSearch, days: DaySlots[]) {
	for (const staffMemberId of search.segments[0]?.staffMemberIds ?? []) {
		const plan = planAssignments(search.segments, staffMemberId)
		const starts = availableStarts(search, plan.tasks, true)
		for (const [position, day] of days.entries()) {
			const taskStarts = (task: number) => starts[task]![position] ?? null
			const gridOffsetMinutes = taskStarts(0)?.gridOffsetMinutes
			const isStaffed = plan.choices.every((choices) => {
				return choices.some((choice) => taskStarts(choice.withoutBuffer) !== null)
			})
			if (gridOffsetMinutes === undefined || !isStaffed) continue
			const listed = coveredStarts(plan, taskStarts)
			day.add(gridOffsetMinutes, listed, assignableStarts(plan, taskStarts, listed))
		}
	}
}

type StartsOf = (task: number) => AvailableStarts | null

/** Starts at which each service has staff at work, busy or not. */
function coveredStarts(plan: AssignmentPlan, startsOf: StartsOf): HalfHourSet {
	let covered = HalfHourSet.all
	for (const choices of plan.choices) {
		let byAnyone = HalfHourSet.none
		for (const choice of choices) {
			byAnyone = byAnyone.union(startsOf(choice.withoutBuffer)?.withinShift ?? HalfHourSet.none)
		}
		covered = covered.intersection(byAnyone)
	}
	return covered
}

/** Starts at which free people can share the services. */
function assignableStarts(plan: AssignmentPlan, startsOf: StartsOf, listed: HalfHourSet): HalfHourSet {
	let assignable = HalfHourSet.none
	walkAssignments(
		plan,
		(task) => startsOf(task)?.free ?? HalfHourSet.none,
		listed,
		(_chosen, starts) => {
			assignable = assignable.union(starts)
			return listed.difference(assignable)
		},
	)
	return assignable
}
