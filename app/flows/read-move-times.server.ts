import type { WeekOfTimes } from '#app/domain/availability/week-view.ts'
import type { BookedVisit } from '#app/domain/booking/appointment-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { moveSearchOf, type ReadBookedVisitDeps, readBookedVisit } from './read-booked-visit.server.ts'
import { daysToRead, type WishedWeek, weekOfTimes } from './week-of-times.server.ts'

/** Seven days of the times to which a visit could be moved, in one trip; null when there is no such visit. */
export async function readMoveTimes(
	deps: ReadBookedVisitDeps,
	input: WishedWeek & { appointmentId: string; now: Instant },
): Promise<(WeekOfTimes & { visit: BookedVisit }) | null> {
	const { appointmentId, wishedFrom, wishedDate, now } = input
	const found = await readBookedVisit(deps, { appointmentId, ...daysToRead(input, now), now })
	if (!found) return null
	const wished = { wishedFrom, wishedDate, nowAt: found.visit.startsAt }
	const week = weekOfTimes(found.visit.shop, (days) => moveSearchOf(found, days, now), wished, now)
	return { ...week, visit: found.visit }
}
