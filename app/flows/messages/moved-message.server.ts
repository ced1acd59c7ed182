import { movedMail } from '#app/domain/messaging/moved-mail.server.ts'
import { appointmentPayload, mailedAppointment, readAppointmentAhead } from './appointment-message.server.ts'
import { messageKind } from './message-kind.server.ts'

/** Tells the new start of an appointment. After several moves each message tells the newest start. */
export const movedMessage = messageKind({
	kind: 'moved',
	payload: appointmentPayload,
	isStillTrue: readAppointmentAhead,
	compose: async (deps, appointment, now) =>
		movedMail(deps.sender, await mailedAppointment(deps, appointment), now),
})
