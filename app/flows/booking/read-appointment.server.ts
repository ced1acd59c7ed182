import type { BookingCalendar } from '#app/domain/availability/availability-repository.server.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import type { Appointment, AppointmentSegment } from '#app/domain/booking/appointment-repository.server.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { calendarWindow, searchIn } from './read-draft.server.ts'

export type ReadAppointmentDeps = Pick<Repositories, 'appointments' | 'availability'>

/** An appointment with the calendar in which it can be moved. */
export type AppointmentWithCalendar = {
	appointment: Appointment
	segments: AppointmentSegment[]
	calendar: BookingCalendar
}

/** Reads an appointment with the calendar of some days, in one trip (P7); null when there is no such appointment. */
export async function readAppointment(
	{ appointments, availability }: ReadAppointmentDeps,
	input: { appointmentId: string; firstDate: CivilDate; dayCount: number; now: Instant },
): Promise<AppointmentWithCalendar | null> {
	const { appointmentId, firstDate, dayCount, now } = input
	const [appointment, segments, calendar] = await Promise.all([
		appointments.appointment(appointmentId),
		appointments.appointmentSegments(appointmentId),
		availability.calendarOf({ appointmentId }, calendarWindow(firstDate, dayCount), now),
	])
	return appointment && { appointment, segments, calendar }
}

/**
 * What the slot engine is asked for moving an appointment: the booked lengths, buffers and people; its own time counts as
 * free (R21). When a person has left or a service has ended, nothing is free.
 */
export function moveSearchOf(
	{ appointment, segments, calendar }: AppointmentWithCalendar,
	days: { firstDate: CivilDate; dayCount: number },
	now: Instant,
): SlotSearch {
	const bookable = segments.map(({ isEnabled, staffMemberId, ...segment }, position) => ({
		...segment,
		staffMemberIds: calendar.staff
			.filter((member) => member.position === position && member.staffMemberId === staffMemberId && isEnabled)
			.map((member) => member.staffMemberId),
	}))
	return searchIn(appointment.shop, calendar.rows, bookable, days, now)
}
