import { HalfHourSet } from './half-hour-set.ts'
import type { ServiceSegment, StaffTask } from './slot-search.ts'

/** A person who may do a service, as two tasks (places in `AssignmentPlan.tasks`). */
export type TaskChoice = {
	staffMemberId: string
	/** The service and its buffer: another person goes on, or it is the last. */
	withBuffer: number
	/** The service alone: the same person goes on with the next one, and no buffer lies between. */
	withoutBuffer: number
}

/** Everything that has to be known of people's time to decide who could do which service of a visit. */
export type AssignmentPlan = {
	tasks: StaffTask[]
	choices: TaskChoice[][]
	segments: readonly ServiceSegment[]
}

/**
 * The plan of a visit whose first service is done by one given person, whose shift sets the starts. The order of
 * people in the segments is kept.
 */
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
 * Walks through the ways to share out the services, in the order of the choices, for many starts at once.
 * `found` gets each way with the starts that it suits and answers which starts are still of interest: none ends the
 * walk.
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

/** A person who did an earlier service, with another person in between, must be past that service's buffer. */
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
