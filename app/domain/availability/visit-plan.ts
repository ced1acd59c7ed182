import type { Duty } from './duty.ts'
import type { VisitSegment } from './slot-search.ts'

/** A person who may do a service, as two duties (positions in `VisitPlan.duties`). */
export type Choice = {
	staffMemberId: string
	/** The service and its buffer: somebody else goes on, or it is the last. */
	withBuffer: number
	/** The service alone: the same person goes on with the next one, and no buffer lies between. */
	withoutBuffer: number
}

/** Everything that has to be known of people's time to decide who could do which service of a visit. */
export type VisitPlan = { duties: Duty[]; choices: Choice[][]; segments: readonly VisitSegment[] }

/**
 * The plan of a visit whose first service is done by one given person, whose working hours set the starts.
 * The order of people in the segments is kept.
 */
export function planVisit(segments: readonly VisitSegment[], firstStaffMemberId: string): VisitPlan {
	const plan: VisitPlan = { duties: [], choices: [], segments }
	let offsetMinutes = 0
	for (const [position, { staffMemberIds, durationMinutes, bufferMinutes }] of segments.entries()) {
		plan.choices.push(
			(position === 0 ? [firstStaffMemberId] : staffMemberIds).map((staffMemberId) => {
				const duty = { staffMemberId, offsetMinutes, durationMinutes }
				const count = plan.duties.push({ ...duty, bufferMinutes }, { ...duty, bufferMinutes: 0 })
				return { staffMemberId, withBuffer: count - 2, withoutBuffer: count - 1 }
			}),
		)
		offsetMinutes += durationMinutes
	}
	return plan
}

/**
 * Walks through the ways to share out the services, in the order of the choices, for many starts at once (as bits).
 * `found` gets each way with the starts that it suits and answers which starts are still of interest: 0 ends the walk.
 */
export function walkAssignments(
	plan: VisitPlan,
	freeStartsOf: (duty: number) => number,
	wantedStarts: number,
	found: (chosen: readonly Choice[], starts: number) => number,
) {
	const chosen: Choice[] = []
	let wanted = wantedStarts
	const walk = (candidates: number) => {
		const previous = chosen.at(-1)
		if (chosen.length === plan.choices.length) {
			const starts = previous ? candidates & freeStartsOf(previous.withBuffer) : 0
			if (starts !== 0) wanted = found(chosen, starts)
			return
		}
		for (const choice of plan.choices[chosen.length] ?? []) {
			let starts = candidates & wanted & freeStartsOf(choice.withoutBuffer)
			if (previous && previous.staffMemberId !== choice.staffMemberId)
				starts &= freeStartsOf(previous.withBuffer)
			if (starts === 0 || meetsOwnBuffer(plan, chosen, choice)) continue
			chosen.push(choice)
			walk(starts)
			chosen.pop()
		}
	}
	walk(wanted)
}

/** A person who did an earlier service, with somebody else in between, must be past that service's buffer. */
function meetsOwnBuffer(plan: VisitPlan, chosen: readonly Choice[], choice: Choice): boolean {
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
