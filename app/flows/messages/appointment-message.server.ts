import * as z from 'zod'
import type { Appointment } from '#app/domain/booking/appointment-repository.server.ts'
import { signBookingLink } from '#app/domain/booking/booking-link.server.ts'
import { isAhead, movableUntil } from '#app/domain/booking/cancellation-policy.ts'
import { fullAddress } from '#app/domain/discovery/full-address.ts'
import type { MailedAppointment } from '#app/domain/messaging/mailed-appointment.server.ts'
import { calendarVisit } from '#app/flows/booking/calendar-visit.server.ts'
import { confirmationPath } from '#app/kernel/booking-paths.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { MessageDeps, ObsoleteMessage, QueuedMessage } from './message-kind.server.ts'

/** The payload of messages about an appointment. */
export const appointmentPayload = z.object({ appointmentId: z.string() })

type AppointmentPayload = z.infer<typeof appointmentPayload>

/** The appointment of a message, as it is now; refuses 'appointment_not_found' and 'appointment_not_ahead'. */
export async function readAppointmentAhead(
	{ appointments }: MessageDeps,
	{ payload }: QueuedMessage<AppointmentPayload>,
	now: Instant,
): Promise<Outcome<Appointment, ObsoleteMessage>> {
	const appointment = await appointments.appointment(payload.appointmentId)
	if (!appointment) return refused('appointment_not_found')
	return isAhead(appointment, now) ? accepted(appointment) : refused('appointment_not_ahead')
}

/** An appointment with the signed link that opens it (D7). */
export async function mailedAppointment(
	{ cookieKeys }: MessageDeps,
	appointment: Appointment,
): Promise<MailedAppointment> {
	return {
		...appointment,
		shop: { ...appointment.shop, address: fullAddress(appointment.shop) },
		movableUntilAt: movableUntil(appointment.startsAt, appointment.shop.rescheduleCutoffMinutes),
		calendar: calendarVisit(appointment),
		page: confirmationPath(await signBookingLink(cookieKeys, appointment.appointmentId)),
	}
}
