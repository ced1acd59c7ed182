import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedSession, mailedSessionFacts, sessionName } from './mailed-session.server.ts'

/** A session begins within the hour: its line holds no seats any more (M31). */
export function lineClosedMail(sender: MailSender, session: MailedSession, sessionId: string): Mail {
	return writeMail(sender, {
		subject: `The waitlist has closed: ${sessionName(session)}`,
		title: 'No seat was held for you',
		blocks: [
			{
				kind: 'words',
				words:
					'The session starts soon, so we hold no more seats. If one frees up, it goes to the first to book it.',
			},
			mailedSessionFacts(session),
			{ kind: 'link', label: 'See the session', href: `${sender.origin}/sessions/${sessionId}/book` },
		],
		reason: `You got this because you are on the waitlist of this session at ${session.shop.name}.`,
	})
}
