import type {
	AvailabilityRepository,
	CalendarOfVisit,
} from '#app/domain/availability/availability-repository.server.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import type {
	AppointmentRepository,
	BookedSegment,
	BookedVisit,
} from '#app/domain/booking/appointment-repository.server.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { calendarWindow, searchIn } from './read-visit.server.ts'

export type ReadBookedVisitDeps = {
	appointments: Pick<AppointmentRepository, 'bookedVisit' | 'bookedSegments'>
	availability: Pick<AvailabilityRepository, 'calendarOf'>
}

/** A visit with the calendar in which it could be moved. */
export type BookedVisitWithCalendar = {
	visit: BookedVisit
	segments: BookedSegment[]
	calendar: CalendarOfVisit
}

/** In one trip; null when there is no such appointment. */
export async function readBookedVisit(
	{ appointments, availability }: ReadBookedVisitDeps,
	input: { appointmentId: string; firstDate: CivilDate; dayCount: number; now: Instant },
): Promise<BookedVisitWithCalendar | null> {
	const { appointmentId, firstDate, dayCount, now } = input
	const [visit, segments, calendar] = await Promise.all([
		appointments.bookedVisit(appointmentId),
		appointments.bookedSegments(appointmentId),
		availability.calendarOf({ appointmentId }, calendarWindow(firstDate, dayCount), now),
	])
	return visit && { visit, segments, calendar }
}

/**
 * The question to the slot engine for moving a visit: the length and the buffers that were booked, the same people, and
 * its own time free (R21). Whoever has left the shop, or a service that it gave up, leaves nothing free.
 */
export function moveSearchOf(
	{ visit, segments, calendar }: BookedVisitWithCalendar,
	days: { firstDate: CivilDate; dayCount: number },
	now: Instant,
): SlotSearch {
	const bookable = segments.map(({ isEnabled, staffMemberId, ...segment }, position) => ({
		...segment,
		staffMemberIds: calendar.staff
			.filter((member) => member.position === position && member.staffMemberId === staffMemberId && isEnabled)
			.map((member) => member.staffMemberId),
	}))
	return searchIn(visit.shop, calendar.rows, bookable, days, now)
}
