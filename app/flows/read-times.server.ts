import type { WeekOfTimes } from '#app/domain/availability/week-view.ts'
import { stepToFinishFirst } from '#app/domain/booking/draft.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	type ReadVisitDeps,
	readVisitWithCalendar,
	slotSearchOf,
	type VisitWithCalendar,
} from './read-visit.server.ts'
import { daysToRead, type WishedWeek, weekOfTimes } from './week-of-times.server.ts'

export type Times = WeekOfTimes & { visit: VisitWithCalendar }

/**
 * Seven days of a draft's times, in one trip; the day of the time that it has is shown first.
 * Refuses with where to go first: 'booked' already, or an earlier step is not done.
 */
export async function readTimes(
	deps: ReadVisitDeps,
	input: WishedWeek & { draftId: string; now: Instant },
): Promise<Outcome<Times, 'booked' | 'service-selection' | 'staff-selection'>> {
	const { draftId, now } = input
	const visit = await readVisitWithCalendar(deps, { draftId, ...daysToRead(input, now), now })
	if (visit?.draft.appointmentId) return refused('booked')
	const missing = stepToFinishFirst('time-selection', visit?.draft ?? null)
	if (!visit || missing)
		return refused(missing === 'staff-selection' ? 'staff-selection' : 'service-selection')
	const nowAt = visit.hold?.startsAt ?? visit.draft.startsAt
	const wished = { wishedFrom: input.wishedFrom, wishedDate: input.wishedDate, nowAt }
	const week = weekOfTimes(visit.shop, (days) => slotSearchOf(visit, days, now), wished, now)
	return accepted({ ...week, visit })
}
