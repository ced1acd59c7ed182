import { type MonthOfDays, monthOf, nextMonth } from '#app/domain/availability/month-view.server.ts'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { STRIP_DAYS, type WeekOfTimes, whyNothingIsFree } from '#app/domain/availability/week-view.server.ts'
import type { BookingShop } from '#app/domain/booking/draft/booking-shop-repository.server.ts'
import { stepToFinishFirst } from '#app/domain/booking/draft/draft.ts'
import { addDays, type CivilDate, dateOfInstant, daysBetween, isCivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import {
	type AppointmentWithCalendar,
	moveSearch,
	type ReadAppointmentDeps,
	readAppointment,
	type WantedStaff,
} from './read-appointment.server.ts'
import { type DraftTimes, draftSearch, type ReadDraftDeps, readDraftTimes } from './read-draft.server.ts'

/** As a URL names them; unusable dates are ignored. */
export type RequestedWeek = { requestedFrom: string | null; requestedDate: string | null }

export type ReadTimesDeps = Pick<ReadDraftDeps, 'booking' | 'availability'>

export type Times = WeekOfTimes & { found: DraftTimes }

export type MoveTimes = WeekOfTimes & AppointmentWithCalendar

/** The step to which a draft without times leads. */
type DraftNotReady = 'booked' | 'service-selection' | 'staff-selection'

type Days = { firstDate: CivilDate; dayCount: number }

/**
 * Seven days of times for a draft, in one trip (P7), with the day of its present start chosen. Refuses with the step to
 * go to: 'booked', 'service-selection', 'staff-selection'.
 */
export async function readTimes(
	deps: ReadTimesDeps,
	input: RequestedWeek & { draftId: string; now: Instant },
): Promise<Outcome<Times, DraftNotReady>> {
	const { draftId, requestedFrom, requestedDate, now } = input
	const found = await readDraftTimes(deps, { draftId, ...daysToRead(input, now), now })
	const missing = missingStep(found)
	if (!found || missing) return refused(missing ?? 'service-selection')
	const currentStartAt = found.hold?.startsAt ?? found.draft.startsAt
	const requested = { requestedFrom, requestedDate, currentStartAt }
	const week = weekOfTimes(found.shop, (days) => draftSearch(found, days, now), requested, now)
	return accepted({ ...week, found })
}

/** The days of a month on which a draft has times, in one trip (P7). */
export async function readMonth(
	deps: ReadTimesDeps,
	{ draftId, requestedMonth, now }: { draftId: string; requestedMonth: string | null; now: Instant },
): Promise<Outcome<MonthOfDays & { found: DraftTimes }, DraftNotReady>> {
	const found = await readDraftTimes(deps, { draftId, ...monthToRead(requestedMonth, now), now })
	const missing = missingStep(found)
	if (!found || missing) return refused(missing ?? 'service-selection')
	const month = monthOfTimes(found.shop, (days) => draftSearch(found, days, now), requestedMonth, now)
	return accepted({ ...month, found })
}

/** The days of a month to which an appointment can be moved, in one trip (P7). */
export async function readMoveMonth(
	deps: ReadAppointmentDeps,
	input: { appointmentId: string; requestedMonth: string | null; staff?: WantedStaff; now: Instant },
): Promise<(MonthOfDays & Pick<AppointmentWithCalendar, 'appointment'>) | null> {
	const { appointmentId, requestedMonth, staff = null, now } = input
	const found = await readAppointment(deps, { appointmentId, ...monthToRead(requestedMonth, now), now })
	if (!found) return null
	const { appointment } = found
	const searchFor = (days: Days) => moveSearch(found, days, now, staff)
	return { ...monthOfTimes(appointment.shop, searchFor, requestedMonth, now), appointment }
}

/** The shop's zone is not known yet, so the month before is read too. */
function monthToRead(requestedMonth: string | null, now: Instant): Days {
	const earliest = dateOfInstant(now, -1)
	const requested = dateOrNull(`${requestedMonth}-01`)
	return { firstDate: requested && requested > earliest ? requested : earliest, dayCount: 33 }
}

function monthOfTimes(
	{ timeZone, horizonDays }: Pick<BookingShop, 'timeZone' | 'horizonDays'>,
	searchFor: (days: Days) => SlotSearch,
	requestedMonth: string | null,
	now: Instant,
): MonthOfDays {
	const requested = dateOrNull(`${requestedMonth}-01`)
	const today = civilAt(timeZone, now).date
	const lastDate = addDays(today, horizonDays - 1)
	const isInside = requested !== null && nextMonth(requested) > today && requested <= lastDate
	const firstDate = isInside ? requested : `${monthOf(today)}-01`
	const from = firstDate > today ? firstDate : today
	const days = openSlots(searchFor({ firstDate: from, dayCount: daysBetween(from, nextMonth(firstDate)) }))
	return { today, firstDate, days, lastDate }
}

/** Seven days of times to which an appointment can be moved, in one trip (P7). */
export async function readMoveTimes(
	deps: ReadAppointmentDeps,
	input: RequestedWeek & { appointmentId: string; staff?: WantedStaff; now: Instant },
): Promise<MoveTimes | null> {
	const { appointmentId, requestedFrom, requestedDate, staff = null, now } = input
	const found = await readAppointment(deps, { appointmentId, ...daysToRead(input, now), now })
	if (!found) return null
	const requested = { requestedFrom, requestedDate, currentStartAt: found.appointment.startsAt }
	const { appointment, segments, calendar } = found
	const searchFor = (days: Days) => moveSearch(found, days, now, staff)
	return { ...weekOfTimes(appointment.shop, searchFor, requested, now), appointment, segments, calendar }
}

/** One more day on each side covers every zone's 'today'. */
function daysToRead({ requestedFrom }: RequestedWeek, now: Instant): Days {
	const earliest = dateOfInstant(now, -1)
	const requested = dateOrNull(requestedFrom) ?? earliest
	return { firstDate: daysBetween(earliest, requested) > 0 ? requested : earliest, dayCount: STRIP_DAYS + 2 }
}

/** The requested day, else the day of `currentStartAt`, else the first with a free slot. */
function weekOfTimes(
	shop: Pick<BookingShop, 'timeZone' | 'horizonDays'>,
	searchFor: (days: Days) => SlotSearch,
	requested: RequestedWeek & { currentStartAt: Instant | null },
	now: Instant,
): WeekOfTimes {
	const today = civilAt(shop.timeZone, now).date
	const requestedFrom = dateOrNull(requested.requestedFrom) ?? today
	const daysAhead = daysBetween(today, requestedFrom)
	const firstDate = daysAhead > 0 && daysAhead < shop.horizonDays ? requestedFrom : today
	const search = searchFor({ firstDate, dayCount: STRIP_DAYS })
	const days = openSlots(search)
	const currentDate =
		requested.currentStartAt === null ? null : civilAt(shop.timeZone, requested.currentStartAt).date
	const freeOn = (date: string | null) => days.find((day) => day.date === date && day.freeCount > 0)
	const next = addDays(firstDate, STRIP_DAYS)
	const daysBack = daysBetween(today, firstDate)
	const chosen =
		freeOn(requested.requestedDate) ?? freeOn(currentDate) ?? days.find((day) => day.freeCount > 0) ?? null
	return {
		today,
		days,
		chosen,
		nothingFree: chosen ? null : whyNothingIsFree(days, search),
		previousFrom: daysBack > 0 ? addDays(firstDate, -Math.min(daysBack, STRIP_DAYS)) : null,
		nextFrom: daysBetween(today, next) < shop.horizonDays ? next : null,
	}
}

function dateOrNull(text: string | null): CivilDate | null {
	return text !== null && isCivilDate(text) ? text : null
}

function missingStep(found: DraftTimes | null): DraftNotReady | null {
	if (found?.draft.appointmentId) return 'booked'
	const missing = stepToFinishFirst('time-selection', found?.draft ?? null)
	if (missing === null || missing === undefined) return null
	return missing === 'staff-selection' ? 'staff-selection' : 'service-selection'
}
