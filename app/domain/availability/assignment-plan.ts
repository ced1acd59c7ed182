import { HalfHourSet } from './half-hour-set.ts'
import type { ServiceSegment, StaffTask } from './slot-search.ts'

/** A person for a service. Both numbers are indexes of the plan's tasks. */
export type TaskChoice = {
	staffMemberId: string
	/** For the last service, and where another person does the next one. */
	withBuffer: number
	/** Where this person also does the next service: no buffer lies between. */
	withoutBuffer: number
}

export type AssignmentPlan = {
	tasks: StaffTask[]
	choices: TaskChoice[][]
	segments: readonly ServiceSegment[]
}

/** Plans a visit whose first service the given person does: their shift sets the starts. People keep their order. */
export function planAssignments(
	segments: readonly ServiceSegment[],
	firstStaffMemberId: string,
): AssignmentPlan {
	const plan: AssignmentPlan = { tasks: [], choices: [], segments }
	let offsetMinutes = 0
	for (const [position, { staffMemberIds, durationMinutes, bufferMinutes }] of segments.entries()) {
		plan.choices.push(
			(position === 0 ? [firstStaffMemberId] : staffMemberIds).map((staffMemberId) => {
				const task = { staffMemberId, offsetMinutes, durationMinutes }
				const count = plan.tasks.push({ ...task, bufferMinutes }, { ...task, bufferMinutes: 0 })
				return { staffMemberId, withBuffer: count - 2, withoutBuffer: count - 1 }
			}),
		)
		offsetMinutes += durationMinutes
	}
	return plan
}

/**
 * Calls `found` with each way to staff the services and the starts that suit it, in the order of the choices. `found`
 * returns the starts still wanted; an empty set ends the walk.
 */
export function walkAssignments(
	plan: AssignmentPlan,
	freeStartsOf: (task: number) => HalfHourSet,
	wantedStarts: HalfHourSet,
	found: (chosen: readonly TaskChoice[], starts: HalfHourSet) => HalfHourSet,
) {
	const chosen: TaskChoice[] = []
	let wanted = wantedStarts
	const walk = (candidates: HalfHourSet) => {
		const previous = chosen.at(-1)
		if (chosen.length === plan.choices.length) {
			const starts = previous ? candidates.intersection(freeStartsOf(previous.withBuffer)) : HalfHourSet.none
			if (!starts.isEmpty) wanted = found(chosen, starts)
			return
		}
		for (const choice of plan.choices[chosen.length] ?? []) {
			let starts = candidates.intersection(wanted).intersection(freeStartsOf(choice.withoutBuffer))
			if (previous && previous.staffMemberId !== choice.staffMemberId)
				starts = starts.intersection(freeStartsOf(previous.withBuffer))
			if (starts.isEmpty || meetsOwnBuffer(plan, chosen, choice)) continue
			chosen.push(choice)
			walk(starts)
			chosen.pop()
		}
	}
	walk(wanted)
}

/** A person who goes on after a colleague's service must be past the buffer of their own earlier service. */
function meetsOwnBuffer(plan: AssignmentPlan, chosen: readonly TaskChoice[], choice: TaskChoice): boolean {
	let minutesSince = 0
	for (let position = chosen.length - 1; position >= 0; position--) {
		const isOwn = chosen[position]?.staffMemberId === choice.staffMemberId
		const wentOn = (chosen[position + 1] ?? choice).staffMemberId === choice.staffMemberId
		const segment = plan.segments[position]
		if (isOwn && !wentOn && segment && segment.bufferMinutes > minutesSince) return true
		minutesSince += segment?.durationMinutes ?? 0
	}
	return false
}
