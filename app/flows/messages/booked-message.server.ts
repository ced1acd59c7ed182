import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import {
	appointmentFacts,
	appointmentLink,
	bankFacts,
	calendarAttachment,
	changeDeadlineWords,
	googleCalendarBlock,
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

/** Confirms an appointment, at its start when the mail is sent. */
export const bookedMessage = messageKind({
	kind: 'booked',
	payload: appointmentPayload,
	async isStillTrue(deps, queued, now) {
		const read = await readAppointmentAhead(deps, queued, now)
		return read.ok ? accepted({ appointment: read.value, isByShop: queued.payload.isByShop === true }) : read
	},
	letter: async (deps, { appointment, isByShop }, now) =>
		bookedMail(deps.sender, { ...(await mailedAppointment(deps, appointment)), isByShop }, now),
	notice: ({ appointment, isByShop }) =>
		isByShop
			? noticeOfAppointment('Booked for you', appointment, 'A visit was booked for you.')
			: noticeOfAppointment('Booking confirmed', appointment, 'Your booking is confirmed.'),
	quietIn: ({ appointment, isByShop }, now) => (isByShop ? quietUnlessTooLate(appointment, now) : null),
})

/** A guest's link opens the booking (D7). */
export function bookedMail(
	sender: MailSender,
	appointment: MailedAppointment & { isByShop?: boolean },
	now: Instant,
): Mail {
	const { shop } = appointment
	return writeMail(sender, {
		subject: `Booking Confirmed! ${shop.name}, ${mailedMomentLabelAt(shop.timeZone, appointment.startsAt)}`,
		title: 'Booking Confirmed!',
		blocks: [
			...(appointment.isByShop
				? [
						{
							kind: 'words' as const,
							words: `${shop.name} booked this visit for you. Not what you asked for? Change or cancel it below.`,
						},
					]
				: []),
			appointmentFacts(appointment),
			...bankFacts(appointment),
			{ kind: 'words', words: 'Please arrive 10 minutes early.' },
			changeDeadlineWords(appointment, now),
			appointmentLink(sender.origin, appointment),
			googleCalendarBlock(appointment),
			{ kind: 'words', words: 'Anyone with this link can change your booking, so please don’t share it.' },
		],
		reason: `You got this because a visit to ${shop.name} was booked with your email.`,
		attachments: [calendarAttachment(sender, appointment, now)],
	})
}
