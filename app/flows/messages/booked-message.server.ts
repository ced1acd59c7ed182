import { bookedMail } from '#app/domain/messaging/booked-mail.server.ts'
import { accepted } from '#app/kernel/outcome.ts'
import {
	appointmentNotification,
	appointmentPayload,
	mailedAppointment,
	quietUnlessTooLate,
	readAppointmentAhead,
} from './appointment-message.server.ts'
import { messageKind } from './message-kind.server.ts'

/** Confirms an appointment, at the start that it has when the mail is sent. */
export const bookedMessage = messageKind({
	kind: 'booked',
	payload: appointmentPayload,
	async isStillTrue(deps, queued, now) {
		const read = await readAppointmentAhead(deps, queued, now)
		return read.ok ? accepted({ appointment: read.value, isByShop: queued.payload.isByShop === true }) : read
	},
	compose: async (deps, { appointment, isByShop }, now) =>
		bookedMail(deps.sender, { ...(await mailedAppointment(deps, appointment)), isByShop }, now),
	tell: ({ appointment, isByShop }) =>
		isByShop
			? appointmentNotification('Booked for you', appointment, 'A visit was booked for you.')
			: appointmentNotification('Booking confirmed', appointment, 'Your booking is confirmed.'),
	quietIn: ({ appointment, isByShop }, now) => (isByShop ? quietUnlessTooLate(appointment, now) : null),
})
