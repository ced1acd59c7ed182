import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import {
	bookedBlocks,
	calendarAttachment,
	type MailedAppointment,
} from '#app/domain/messaging/mailed-appointment.server.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted } from '#app/kernel/outcome.ts'
import {
	appointmentPayload,
	mailedAppointment,
	noticeOfAppointment,
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
	letter: async (deps, { appointment }, now) =>
		movedMail(deps.sender, await mailedAppointment(deps, appointment), now),
	notice: ({ appointment }) =>
		noticeOfAppointment('Booking moved', appointment, 'Your booking has a new time.'),
	quietIn: ({ appointment, isByShop }, now) => (isByShop ? quietUnlessTooLate(appointment, now) : null),
})

/** An appointment was moved. The mail tells the start that is true at sending time (R42). */
export function movedMail(sender: MailSender, appointment: MailedAppointment, now: Instant): Mail {
	const { shop } = appointment
	return writeMail(sender, {
		subject: `Booking Moved: ${shop.name}, now ${mailedMomentLabelAt(shop.timeZone, appointment.startsAt)}`,
		title: 'Booking Moved',
		blocks: [
			{ kind: 'words', words: 'Your visit has a new time. The price stays the same.' },
			...bookedBlocks(sender, appointment, now),
		],
		reason: `You got this because a visit to ${shop.name} was booked with your email.`,
		attachments: [calendarAttachment(sender, appointment, now)],
	})
}
