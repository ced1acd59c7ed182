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
 * The first of a customer's appointments that overlaps a time; null without an overlap. The page warns the customer
 * before booking (R6). Intervals are half-open: an appointment may begin when another ends.
 */
export function overlappingAppointment<Live extends Pick<LiveAppointment, 'startsAt' | 'endsAt'>>(
	appointments: readonly Live[],
	startsAt: Instant,
	endsAt: Instant,
): Live | null {
	return (
		appointments.find((appointment) => appointment.startsAt < endsAt && appointment.endsAt > startsAt) ?? null
	)
}
