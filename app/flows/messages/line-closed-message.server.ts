import * as z from 'zod'
import { lineClosedMail } from '#app/domain/messaging/line-closed-mail.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { messageKind } from './message-kind.server.ts'
import { mailedSession, toldOfSession } from './session-message.server.ts'

/** Tells a customer who waits that no seat is held for them any more, while that is of use (M31). */
export const lineClosedMessage = messageKind({
	kind: 'line_closed',
	payload: z.object({ waitId: z.string(), holderId: z.string() }),
	async isStillTrue({ subscriptions: { waits } }, { payload }, now) {
		const wait = await waits.waitToMail(payload.waitId)
		if (!wait || wait.endedAt !== null) return refused('wait_over')
		return now < wait.startsAt ? accepted(wait) : refused('session_begun')
	},
	compose: ({ sender }, wait) => lineClosedMail(sender, mailedSession(wait), wait.sessionId),
	topic: 'waitlist',
	tell: (wait) => ({
		...toldOfSession('No seat was held for you', wait, 'No seat was held for you. It starts soon.'),
		path: `/sessions/${wait.sessionId}/book`,
	}),
	quietIn: ({ shop }) => shop.timeZone,
})
