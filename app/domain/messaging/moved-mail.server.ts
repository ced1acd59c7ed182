import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import { bookedBlocks, calendarAttachment, type MailedAppointment } from './mailed-appointment.server.ts'

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
