import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import { bookedBlocks, calendarAttachment, type MailedAppointment } from './mailed-appointment.server.ts'

/** The service or the person of an appointment was changed, and what of its money goes back (D53). */
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
		/** What else came back and paid a debt at the shop: a sentence, or none. */
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
