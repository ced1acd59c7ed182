import { clockLabelAt, mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedSession, mailedSessionFacts, placesLink, sessionName } from './mailed-session.server.ts'

/** A session is near. */
export function sessionReminderMail(
	sender: MailSender,
	session: MailedSession,
	{ freeUntilAt, now }: { freeUntilAt: Instant; now: Instant },
): Mail {
	const { timeZone } = session.shop
	return writeMail(sender, {
		subject: `Reminder: ${sessionName(session)}, ${mailedMomentLabelAt(timeZone, session.startsAt)}`,
		title: `Your session starts at ${clockLabelAt(timeZone, session.startsAt)}`,
		blocks: [
			mailedSessionFacts(session),
			{
				kind: 'words',
				words:
					now <= freeUntilAt
						? `Can’t make it? Cancel by ${mailedMomentLabelAt(timeZone, freeUntilAt)} and you get your entry back.`
						: 'Can’t make it? Cancel so someone else can have your place. You won’t get your entry back.',
			},
			placesLink(sender.origin),
		],
		reason: `You got this because you booked a session at ${session.shop.name}.`,
	})
}
