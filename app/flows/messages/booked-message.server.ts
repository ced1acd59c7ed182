import { bookedMail } from '#app/domain/messaging/booked-mail.server.ts'
import {
	appointmentNotification,
	appointmentPayload,
	mailedAppointment,
	readAppointmentAhead,
} from './appointment-message.server.ts'
import { messageKind } from './message-kind.server.ts'

/** Confirms an appointment, at the start that it has when the mail is sent. */
export const bookedMessage = messageKind({
	kind: 'booked',
	payload: appointmentPayload,
	isStillTrue: readAppointmentAhead,
	compose: async (deps, appointment, now) =>
		bookedMail(deps.sender, await mailedAppointment(deps, appointment), now),
	tell: (appointment) =>
		appointmentNotification('Booking confirmed', appointment, 'Your booking is confirmed.'),
})
