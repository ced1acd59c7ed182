import * as z from 'zod'
import { seatOfferedMail } from '#app/domain/messaging/seat-offered-mail.server.ts'
import { clockLabelAt } from '#app/kernel/date-labels.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { messageKind } from './message-kind.server.ts'
import { mailedSession, toldOfSession } from './session-message.server.ts'

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
	compose: ({ sender }, { wait, heldUntilAt }) =>
		seatOfferedMail(sender, mailedSession(wait), { sessionId: wait.sessionId, heldUntilAt }),
	topic: 'waitlist',
	tell: ({ wait, heldUntilAt }) => {
		const until = clockLabelAt(wait.shop.timeZone, heldUntilAt)
		return {
			...toldOfSession(
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
