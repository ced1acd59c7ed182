import type { BookingCalendar } from '#app/domain/availability/calendar-repository.server.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import type { Appointment } from '#app/domain/booking/appointment/appointment-repository.server.ts'
import type { AppointmentSegment } from '#app/domain/booking/appointment/appointment-services-repository.server.ts'
import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import type { CalendarEvent } from '#app/domain/messaging/calendar-file.server.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { calendarWindow, searchIn } from './read-draft.server.ts'

export type ReadAppointmentDeps = Pick<Repositories, 'booking' | 'availability'>

/** An appointment with the calendar for moving it. */
export type AppointmentWithCalendar = {
	appointment: Appointment
	segments: AppointmentSegment[]
	calendar: BookingCalendar
}

/** Reads an appointment with the calendar of some days, in one trip (P7). */
export async function readAppointment(
	{ booking: { appointments }, availability: { calendar: availability } }: ReadAppointmentDeps,
	input: { appointmentId: string; firstDate: CivilDate; dayCount: number; now: Instant },
): Promise<AppointmentWithCalendar | null> {
	const { appointmentId, firstDate, dayCount, now } = input
	const [appointment, segments, calendar] = await Promise.all([
		appointments.appointment(appointmentId),
		appointments.appointmentSegments(appointmentId),
		availability.calendarOf({ kind: 'appointment', appointmentId }, calendarWindow(firstDate, dayCount), now),
	])
	return appointment && { appointment, segments, calendar }
}

/** The booked people (null), anyone who does the services, or a person by id (D63). */
export type WantedStaff = 'any' | string | null

/**
 * The slot search for moving an appointment, with booked lengths and buffers; its own time counts as free (R21).
 * Nothing is free when a person has left or a service has ended.
 */
export function moveSearch(
	{ appointment, segments, calendar }: AppointmentWithCalendar,
	days: { firstDate: CivilDate; dayCount: number },
	now: Instant,
	wanted: WantedStaff = null,
): SlotSearch {
	const isWanted = (id: string, present: string) => wanted === 'any' || id === (wanted ?? present)
	const bookable = segments.map(({ isEnabled, staffMemberId, ...segment }, position) => ({
		...segment,
		staffMemberIds: calendar.staff
			.filter((member) => member.position === position && isEnabled)
			.map((member) => member.staffMemberId)
			.filter((id) => isWanted(id, staffMemberId)),
	}))
	return searchIn(appointment.shop, calendar.rows, bookable, days, now)
}

type AppointmentOnCalendar = Pick<
	Appointment,
	'appointmentId' | 'referenceNumber' | 'status' | 'startsAt' | 'durationMinutes' | 'calendarSequence'
> & {
	services: { name: string; staffName: string }[]
	shop: Pick<Appointment['shop'], 'name' | 'address' | 'area' | 'city' | 'landmark'>
}

/** A visit as every reader of a shared calendar may see it. */
export function calendarAppointment({
	appointmentId,
	referenceNumber,
	status,
	startsAt,
	durationMinutes,
	services,
	shop,
	calendarSequence,
}: AppointmentOnCalendar): CalendarEvent {
	return {
		id: appointmentId,
		title: `${services.map(({ name }) => name).join(', ')} at ${shop.name}`,
		startsAt,
		durationMinutes,
		location: `${shop.name}, ${fullAddress(shop)}`,
		description: [
			...new Set(services.map(({ staffName }) => `With ${staffName}`)),
			...(shop.landmark ? [shop.landmark] : []),
			`Reference ${referenceNumber}`,
		].join('\n'),
		sequence: calendarSequence,
		isCancelled: status === 'CANCELLED',
	}
}
