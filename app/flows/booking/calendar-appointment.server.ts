import type { Appointment } from '#app/domain/booking/appointment/appointment-repository.server.ts'
import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import type { CalendarEvent } from '#app/domain/messaging/calendar-file.server.ts'

type AppointmentOnCalendar = Pick<
	Appointment,
	'appointmentId' | 'referenceNumber' | 'status' | 'startsAt' | 'durationMinutes' | 'calendarSequence'
> & {
	services: { name: string; staffName: string }[]
	shop: Pick<Appointment['shop'], 'name' | 'address' | 'area' | 'city' | 'landmark'>
}

/** A visit as a calendar shows it: what every reader of a shared calendar may know. */
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
