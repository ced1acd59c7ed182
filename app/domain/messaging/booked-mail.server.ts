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

/** A visit was booked: reaches guests and clients, and carries the link that opens the booking (decision D7). */
export function bookedMail(sender: MailSender, visit: MailedVisit, now: Instant): Mail {
	const { shop } = visit
	return writeMail(sender, {
		subject: `Booking Confirmed! ${shop.name}, ${momentLabel(shop.timeZone, visit.startsAt)}`,
		title: 'Booking Confirmed!',
		blocks: [
			visitFacts(visit),
			...bankFacts(visit),
			{ kind: 'words', words: 'Please be there 10 minutes before.' },
			changeWords(visit, now),
			visitLink(sender.origin, visit),
			{ kind: 'words', words: 'Whoever has this link can change the booking: keep it to yourself.' },
		],
		reason: `You get this because a visit to ${shop.name} was booked with your address.`,
	})
}
