import { movedMail } from '#app/domain/messaging/moved-mail.server.ts'
import { accepted } from '#app/kernel/outcome.ts'
import {
	appointmentNotification,
	appointmentPayload,
	mailedAppointment,
	quietUnlessTooLate,
	readAppointmentAhead,
} from './appointment-message.server.ts'
import { messageKind } from './message-kind.server.ts'

/** Tells the new start of an appointment. After several moves each message tells the newest start. */
export const movedMessage = messageKind({
	kind: 'moved',
	payload: appointmentPayload,
	async isStillTrue(deps, queued, now) {
		const read = await readAppointmentAhead(deps, queued, now)
		return read.ok ? accepted({ appointment: read.value, isByShop: queued.payload.isByShop === true }) : read
	},
	compose: async (deps, { appointment }, now) =>
		movedMail(deps.sender, await mailedAppointment(deps, appointment), now),
	tell: ({ appointment }) =>
		appointmentNotification('Booking moved', appointment, 'Your booking has a new time.'),
	quietIn: ({ appointment, isByShop }, now) => (isByShop ? quietUnlessTooLate(appointment, now) : null),
})
