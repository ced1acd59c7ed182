import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedSession, mailedSessionFacts, placesLink, sessionName } from './mailed-session.server.ts'

/** A place in a session was booked. `freeUntilAt` is the last instant at which its entry comes back (D11). */
export function sessionBookedMail(
	sender: MailSender,
	session: MailedSession,
	{ freeUntilAt, now }: { freeUntilAt: Instant; now: Instant },
): Mail {
	const until = mailedMomentLabelAt(session.shop.timeZone, freeUntilAt)
	return writeMail(sender, {
		subject: `Session Booked! ${sessionName(session)}, ${mailedMomentLabelAt(session.shop.timeZone, session.startsAt)}`,
		title: 'Session Booked!',
		blocks: [
			mailedSessionFacts(session),
			{
				kind: 'words',
				words:
					now <= freeUntilAt
						? `Change of plans? Cancel by ${until} and you get your entry back.`
						: 'It starts within 24 hours, so you won’t get your entry back if you cancel.',
			},
			placesLink(sender.origin),
		],
		reason: `You got this because you booked a session at ${session.shop.name}.`,
	})
}
