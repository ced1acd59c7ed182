import * as z from 'zod'
import { repaymentAfterBack } from '#app/domain/booking/checkout/saving-words.ts'
import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import {
	bookedBlocks,
	calendarAttachment,
	type MailedAppointment,
} from '#app/domain/messaging/mailed-appointment.server.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { accepted } from '#app/kernel/outcome.ts'
import {
	appointmentPayload,
	mailedAppointment,
	noticeOfAppointment,
	quietUnlessTooLate,
	readAppointmentAhead,
} from './appointment-message.server.ts'
import { messageKind } from './message-kind.server.ts'

/** Tells the newest start of a moved appointment. */
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

/** The mail tells the start at sending time (R42). */
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

/** Tells that the service or person of a visit was changed (D53). */
export const changedMessage = messageKind({
	kind: 'changed',
	payload: appointmentPayload.extend({
		/** The refunded money and cashback. */
		backKobo: z.int(),
		cashbackBackKobo: z.int(),
		/** The part of it that paid the customer's debt to the shop (D38). */
		cashbackRepaidKobo: z.int().default(0),
	}),
	async isStillTrue(deps, queued, now) {
		const read = await readAppointmentAhead(deps, queued, now)
		return read.ok ? accepted({ appointment: read.value, ...queued.payload }) : read
	},
	letter: async (deps, { appointment, backKobo, cashbackBackKobo, cashbackRepaidKobo }, now) =>
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
	notice: ({ appointment }) =>
		noticeOfAppointment('Booking changed', appointment, 'Your booking was changed.'),
	quietIn: ({ appointment, isByShop }, now) => (isByShop ? quietUnlessTooLate(appointment, now) : null),
})

export function changedMail(
	sender: MailSender,
	appointment: MailedAppointment,
	{
		backKobo,
		cashbackBackKobo,
		repayment = [],
	}: {
		backKobo: Kobo
		cashbackBackKobo: Kobo
		/** What else paid a debt at the shop: a sentence, or none. */
		repayment?: string[]
	},
	now: Instant,
): Mail {
	const { shop } = appointment
	const money = [
		...(backKobo > 0
			? [`We are refunding the difference of ${formatNaira(backKobo)} to the card or account you paid from.`]
			: []),
		...(cashbackBackKobo > 0 ? [`${formatNaira(cashbackBackKobo)} is back in your cashback.`] : []),
		...repayment,
	]
	return writeMail(sender, {
		subject: `Booking Changed: ${shop.name}, ${mailedMomentLabelAt(shop.timeZone, appointment.startsAt)}`,
		title: 'Booking Changed',
		blocks: [
			{ kind: 'words', words: ['Your booking has changed.', ...money].join(' ') },
			...bookedBlocks(sender, appointment, now),
		],
		reason: `You got this because a visit to ${shop.name} was booked with your email.`,
		attachments: [calendarAttachment(sender, appointment, now)],
	})
}
