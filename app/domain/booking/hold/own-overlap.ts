import type { Instant } from '#app/kernel/instant.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'

export type LiveAppointment = {
	appointmentId: string
	serviceName: string
	shopName: string
	timeZone: ZoneName
	startsAt: Instant
	endsAt: Instant
}

/**
 * A customer's appointments that overlap a time, to warn of before booking (R6). Half-open: one may begin when another
 * ends.
 */
export function overlappingAppointments<Live extends Pick<LiveAppointment, 'startsAt' | 'endsAt'>>(
	appointments: readonly Live[],
	startsAt: Instant,
	endsAt: Instant,
): Live[] {
	return appointments.filter((appointment) => appointment.startsAt < endsAt && appointment.endsAt > startsAt)
}
