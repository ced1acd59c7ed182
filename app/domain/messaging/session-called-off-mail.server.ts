import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedSession, mailedSessionFacts, sessionName } from './mailed-session.server.ts'

/** The shop has called a session off (D47). */
export function sessionCalledOffMail(sender: MailSender, session: MailedSession): Mail {
	return writeMail(sender, {
		subject: `Called off: ${sessionName(session)}, ${mailedMomentLabelAt(session.shop.timeZone, session.startsAt)}`,
		title: 'Your session was called off',
		blocks: [
			{ kind: 'words', words: `${session.shop.name} has called this session off. You got your entry back.` },
			mailedSessionFacts(session),
			{ kind: 'link', label: 'Book another session', href: `${sender.origin}/sessions` },
		],
		reason: `You got this because you had booked this session at ${session.shop.name}.`,
	})
}
