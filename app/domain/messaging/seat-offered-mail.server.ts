import { clockLabelAt, mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedSession, mailedSessionFacts, sessionName } from './mailed-session.server.ts'

/** A seat is held for a waiting customer (D49). */
export function seatOfferedMail(
	sender: MailSender,
	session: MailedSession,
	{ sessionId, heldUntilAt }: { sessionId: string; heldUntilAt: Instant },
): Mail {
	const until = clockLabelAt(session.shop.timeZone, heldUntilAt)
	return writeMail(sender, {
		subject: `A seat is held for you until ${until}: ${sessionName(session)}`,
		title: `A seat is held for you until ${until}`,
		blocks: [
			{
				kind: 'words',
				words: `Book it by ${mailedMomentLabelAt(session.shop.timeZone, heldUntilAt)}. After that it is offered to the next in line.`,
			},
			mailedSessionFacts(session),
			{ kind: 'link', label: 'Book Now', href: `${sender.origin}/sessions/${sessionId}/book` },
		],
		reason: `You got this because you are on the waitlist of this session at ${session.shop.name}.`,
	})
}
