import * as z from 'zod'
import { repaymentAfterBack } from '#app/domain/booking/checkout/saving-words.ts'
import { changedMail } from '#app/domain/messaging/changed-mail.server.ts'
import { accepted } from '#app/kernel/outcome.ts'
import {
	appointmentNotification,
	appointmentPayload,
	mailedAppointment,
	quietUnlessTooLate,
	readAppointmentAhead,
} from './appointment-message.server.ts'
import { messageKind } from './message-kind.server.ts'

/** Tells that the service or the person of a visit was changed, as it is when the mail is sent (D53). */
export const changedMessage = messageKind({
	kind: 'changed',
	payload: appointmentPayload.extend({
		/** Money and cashback that went back by this change. */
		backKobo: z.int(),
		cashbackBackKobo: z.int(),
		/** What of that cashback paid what the customer owed the shop (S27). */
		cashbackRepaidKobo: z.int().default(0),
	}),
	async isStillTrue(deps, queued, now) {
		const read = await readAppointmentAhead(deps, queued, now)
		return read.ok ? accepted({ appointment: read.value, ...queued.payload }) : read
	},
	compose: async (deps, { appointment, backKobo, cashbackBackKobo, cashbackRepaidKobo }, now) =>
		changedMail(
			deps.sender,
			await mailedAppointment(deps, appointment),
			{
				backKobo,
				cashbackBackKobo: cashbackBackKobo - cashbackRepaidKobo,
				repayment: repaymentAfterBack({ repaidKobo: cashbackRepaidKobo, shop: appointment.shop }),
			},
			now,
		),
	tell: ({ appointment }) =>
		appointmentNotification('Booking changed', appointment, 'Your booking was changed.'),
	quietIn: ({ appointment, isByShop }, now) => (isByShop ? quietUnlessTooLate(appointment, now) : null),
})
