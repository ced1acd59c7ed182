import * as z from 'zod'
import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import {
	type MailedSession,
	mailedSessionFacts,
	sessionName,
} from '#app/domain/messaging/mailed-session.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { messageKind } from './message-kind.server.ts'
import { mailedSession, noticeOfSession } from './session-message.server.ts'

/** Tells a customer who waits that no seat is held for them any more, while that is of use (M31). */
export const lineClosedMessage = messageKind({
	kind: 'line_closed',
	payload: z.object({ waitId: z.string(), holderId: z.string() }),
	async isStillTrue({ subscriptions: { waits } }, { payload }, now) {
		const wait = await waits.waitToMail(payload.waitId)
		if (!wait || wait.endedAt !== null) return refused('wait_over')
		return now < wait.startsAt ? accepted(wait) : refused('session_begun')
	},
	letter: ({ sender }, wait) => lineClosedMail(sender, mailedSession(wait), wait.sessionId),
	topic: 'waitlist',
	notice: (wait) => ({
		...noticeOfSession('No seat was held for you', wait, 'No seat was held for you. It starts soon.'),
		path: `/sessions/${wait.sessionId}/book`,
	}),
	quietIn: ({ shop }) => shop.timeZone,
})

/** A session begins within the hour: its line holds no seats any more (M31). */
function lineClosedMail(sender: MailSender, session: MailedSession, sessionId: string): Mail {
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
