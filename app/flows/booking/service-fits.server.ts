import type { BookingCalendar, CalendarSubject } from '#app/domain/availability/calendar-repository.server.ts'
import { fitsAnOpening } from '#app/domain/availability/week-view.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { segmentsOf } from './read-draft.server.ts'

type Subject = Extract<CalendarSubject, { kind: 'services' | 'own services' }>

/** Ends before any booking: the weekly hours alone are read. */
const noDays = { firstDate: '1970-01-01', lastDate: '1970-01-01', fromAt: 0, untilAt: 0 } as const

/** The weekly hours of everyone who offers a service, in the trip of the caller's other reads. */
export function readServiceHours(
	{ availability }: Pick<Repositories, 'availability'>,
	subject: Subject,
): Promise<BookingCalendar> {
	return availability.calendar.calendarOf(subject, noDays, 0)
}

/** Whether a service fits into a working day of anyone who offers it (R51); null where no one does, or it is off. */
export function serviceFits(
	{ id, durationMinutes, bufferMinutes }: { id: string; durationMinutes: number; bufferMinutes: number },
	calendar: BookingCalendar,
): boolean | null {
	const services = [{ serviceId: id, durationMinutes, bufferMinutes }]
	return fitsAnOpening({ rows: calendar.rows, segments: segmentsOf({ services, addOns: [] }, calendar) })
}
