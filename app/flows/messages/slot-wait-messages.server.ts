import * as z from 'zod'
import { slotWaitState } from '#app/domain/booking/wait/slot-wait.ts'
import { signSlotWaitLink } from '#app/domain/booking/wait/slot-wait-link.server.ts'
import type { SlotWait } from '#app/domain/booking/wait/slot-wait-repository.server.ts'
import {
	type MailedSlotWait,
	slotOfferedMail,
	slotWaitJoinedMail,
} from '#app/domain/messaging/slot-wait-mails.server.ts'
import { waitPlacePath } from '#app/kernel/booking-paths.ts'
import { clockLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { type MessageDeps, messageKind } from './message-kind.server.ts'

/** Tells a guest that they are in the line, with the link of their place. */
export const slotWaitJoinedMessage = messageKind({
	kind: 'slot_wait_joined',
	payload: z.object({ waitId: z.string() }),
	async isStillTrue({ booking: { slotWaits } }, { payload }, now) {
		const wait = await slotWaits.wait(payload.waitId, now)
		return wait?.endedBy === null ? accepted(wait) : refused('wait_over')
	},
	compose: async (deps, wait) =>
		slotWaitJoinedMail(deps.sender, await mailedSlotWait(deps, wait), { isProven: wait.isProven }),
})

/** Tells a waiting customer of a time that freed up, while it is held for them or has just freed up. */
export const slotOfferedMessage = messageKind({
	kind: 'slot_offered',
	payload: z.object({ waitId: z.string(), offeredAt: z.number() }),
	async isStillTrue({ booking: { slotWaits } }, { payload }, now) {
		const wait = await slotWaits.wait(payload.waitId, now)
		if (!wait || wait.offeredAt !== payload.offeredAt || wait.offeredStartsAt === null)
			return refused('offer_over')
		const state = slotWaitState(wait, now)
		if (state !== 'held' && state !== 'told') return refused('offer_over')
		return accepted({
			wait,
			startsAt: wait.offeredStartsAt,
			heldUntilAt: state === 'held' ? wait.heldUntilAt : null,
		})
	},
	compose: async (deps, { wait, startsAt, heldUntilAt }) =>
		slotOfferedMail(deps.sender, await mailedSlotWait(deps, wait), { startsAt, heldUntilAt }),
	topic: 'waitlist',
	quietIn: ({ wait }) => wait.shop.timeZone,
	tell: ({ wait, startsAt, heldUntilAt }) => {
		const { service, shop } = wait
		const when = momentLabelAt(shop.timeZone, startsAt)
		return {
			title:
				heldUntilAt === null
					? 'A time is free'
					: `A time is held for you until ${clockLabelAt(shop.timeZone, heldUntilAt)}`,
			words: `${when}: ${service.name} at ${shop.name}.`,
			path: waitPlacePath(wait.id),
			lockScreen: `${when} at ${shop.name}.`,
		}
	},
})

async function mailedSlotWait(
	{ cookieKeys }: MessageDeps,
	{ id, date, service, staffName, shop }: SlotWait,
): Promise<MailedSlotWait> {
	const page = waitPlacePath(await signSlotWaitLink(cookieKeys, id))
	return { date, serviceName: service.name, staffName, shop, page }
}
