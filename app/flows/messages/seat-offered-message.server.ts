import * as z from 'zod'
import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import {
	type MailedSession,
	mailedSessionFacts,
	sessionName,
} from '#app/domain/messaging/mailed-session.server.ts'
import { clockLabelAt, mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { messageKind } from './message-kind.server.ts'
import { mailedSession, noticeOfSession } from './session-message.server.ts'

/** Tells a waiting customer that a seat is held for them, while it is (D49). */
export const seatOfferedMessage = messageKind({
	kind: 'seat_offered',
	payload: z.object({ waitId: z.string(), holderId: z.string(), offeredAt: z.number() }),
	async isStillTrue({ subscriptions: { waits } }, { payload }, now) {
		const wait = await waits.waitToMail(payload.waitId)
		if (!wait || wait.endedAt !== null || wait.offeredAt !== payload.offeredAt) return refused('offer_over')
		const { offerExpiresAt } = wait
		if (offerExpiresAt === null || now >= offerExpiresAt) return refused('offer_over')
		return accepted({ wait, heldUntilAt: offerExpiresAt })
	},
	letter: ({ sender }, { wait, heldUntilAt }) =>
		seatOfferedMail(sender, mailedSession(wait), { sessionId: wait.sessionId, heldUntilAt }),
	topic: 'waitlist',
	notice: ({ wait, heldUntilAt }) => {
		const until = clockLabelAt(wait.shop.timeZone, heldUntilAt)
		return {
			...noticeOfSession(
				`A seat is held for you until ${until}`,
				wait,
				`A seat is held for you until ${until}.`,
			),
			path: `/sessions/${wait.sessionId}/book`,
			goodUntilAt: heldUntilAt,
		}
	},
	quietIn: ({ wait }) => wait.shop.timeZone,
})

/** A seat is held for a waiting customer (D49). */
function seatOfferedMail(
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
