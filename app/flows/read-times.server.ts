import type { DaySlots } from '#app/domain/availability/day-slots.ts'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import { stepToFinishFirst } from '#app/domain/booking/draft.ts'
import { addDays, type CivilDate, dateOfInstant, daysBetween, isCivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import {
	type ReadVisitDeps,
	readVisitWithCalendar,
	slotSearchOf,
	type VisitWithCalendar,
} from './read-visit.server.ts'

/** The date strip shows this many days (spec 1 §9). */
const STRIP_DAYS = 7

export type Times = {
	visit: VisitWithCalendar
	today: CivilDate
	days: DaySlots[]
	/** The day whose times are shown: the wished one, else the first with a free time; null when there is none. */
	chosen: DaySlots | null
	/** First dates of the strips before and after this one; null at the ends of what can be booked. */
	previousFrom: CivilDate | null
	nextFrom: CivilDate | null
}

/**
 * Seven days of a draft's times, in one trip. What is wished in the URL and is no date, is past, or lies beyond the
 * shop's horizon counts as not wished. Refuses with where to go first: no draft, or an earlier step is not done.
 */
export async function readTimes(
	deps: ReadVisitDeps,
	input: { draftId: string; wishedFrom: string | null; wishedDate: string | null; now: Instant },
): Promise<Outcome<Times, 'booked' | 'service-selection'>> {
	const { draftId, now } = input
	const wishedDate = dateOrNull(input.wishedDate)
	const earliest = dateOfInstant(now, -1)
	const wishedFrom = dateOrNull(input.wishedFrom) ?? earliest
	// The zone is not known before the read: a day on each side covers every 'today'.
	const readFrom = daysBetween(earliest, wishedFrom) > 0 ? wishedFrom : earliest
	const visit = await readVisitWithCalendar(deps, {
		draftId,
		firstDate: readFrom,
		dayCount: STRIP_DAYS + 2,
		now,
	})
	if (visit?.draft.appointmentId) return refused('booked')
	if (!visit || stepToFinishFirst('time-selection', visit.draft)) return refused('service-selection')

	const today = civilAt(visit.shop.timeZone, now).date
	const daysAhead = daysBetween(today, wishedFrom)
	const firstDate = daysAhead > 0 && daysAhead < visit.shop.horizonDays ? wishedFrom : today
	const days = openSlots(slotSearchOf(visit, { firstDate, dayCount: STRIP_DAYS }, now))
	const wished = days.find((day) => day.date === wishedDate && day.freeCount > 0)
	const back = daysBetween(today, firstDate)
	const next = addDays(firstDate, STRIP_DAYS)
	return accepted({
		visit,
		today,
		days,
		chosen: wished ?? days.find((day) => day.freeCount > 0) ?? null,
		previousFrom: back > 0 ? addDays(firstDate, -Math.min(back, STRIP_DAYS)) : null,
		nextFrom: daysBetween(today, next) < visit.shop.horizonDays ? next : null,
	})
}

function dateOrNull(text: string | null): CivilDate | null {
	return text !== null && isCivilDate(text) ? text : null
}
