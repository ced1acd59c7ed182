import type { Instant } from '#app/kernel/instant.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'

/** A live appointment that this customer booked before. */
export type LiveAppointment = {
	appointmentId: string
	serviceName: string
	shopName: string
	timeZone: ZoneName
	startsAt: Instant
	endsAt: Instant
}

/**
 * Those of a customer's appointments that overlap a time. The page warns of them before booking (R6). Intervals are
 * half-open: an appointment may begin when another ends.
 */
export function overlappingAppointments<Live extends Pick<LiveAppointment, 'startsAt' | 'endsAt'>>(
	appointments: readonly Live[],
	startsAt: Instant,
	endsAt: Instant,
): Live[] {
	return appointments.filter((appointment) => appointment.startsAt < endsAt && appointment.endsAt > startsAt)
}
