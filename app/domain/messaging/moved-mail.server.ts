import type { Instant } from '#app/kernel/instant.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import {
	bankFacts,
	changeWords,
	type MailedVisit,
	momentLabel,
	visitFacts,
	visitLink,
} from './mailed-visit.server.ts'

/** A visit was moved; tells the time that it has when the mail is sent. */
export function movedMail(sender: MailSender, visit: MailedVisit, now: Instant): Mail {
	const { shop } = visit
	return writeMail(sender, {
		subject: `Booking Moved: ${shop.name}, now ${momentLabel(shop.timeZone, visit.startsAt)}`,
		title: 'Booking Moved',
		blocks: [
			{ kind: 'words', words: 'Your visit has its new time. The price stays.' },
			visitFacts(visit),
			...bankFacts(visit),
			changeWords(visit, now),
			visitLink(sender.origin, visit),
		],
		reason: `You get this because a visit to ${shop.name} was booked with your address.`,
	})
}
