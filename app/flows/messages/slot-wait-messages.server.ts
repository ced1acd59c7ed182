import * as z from 'zod'
import { signSlotWaitLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { slotWaitState } from '#app/domain/booking/wait/slot-wait.ts'
import type { SlotWait } from '#app/domain/booking/wait/slot-wait-repository.server.ts'
import {
	type MailBlock,
	type MailSender,
	mailFacts,
	mailLink,
	writeMail,
} from '#app/domain/messaging/mail.ts'
import { mailedSessionFacts, sessionName } from '#app/domain/messaging/mailed-facts.server.ts'
import { waitPlacePath } from '#app/kernel/booking-paths.ts'
import {
	clockLabelAt,
	mailedMomentLabelAt,
	momentLabelAt,
	shortDateLabel,
} from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import { messageKind } from './message-kind.server.ts'
import { mailedSession, noticeOfSession } from './session-messages.server.ts'

/** Tells a guest that they are in the line; the link of their place proves the address. */
export const slotWaitJoinedMessage = messageKind({
	kind: 'slot_wait_joined',
	payload: z.object({ waitId: z.string() }),
	async isStillTrue({ booking: { slotWaits } }, { payload }, now) {
		const wait = await slotWaits.wait(payload.waitId, now)
		return wait?.endedBy === null ? accepted(wait) : refused('wait_over')
	},
	async letter({ sender, cookieKeys }, { isProven, ...wait }) {
		const day = shortDateLabel(wait.date)
		return writeMail(sender, {
			subject: `You’re on the list for ${day} at ${wait.shop.name}`,
			title: `You’re on the list for ${day}`,
			blocks: [
				isProven
					? 'When a time frees up, we hold it for you for 15 minutes and tell you here.'
					: 'When a time frees up, we tell you here. Confirm your email, and we also hold it for you for 15 minutes.',
				slotWaitFacts(wait),
				mailLink(
					isProven ? 'See your place' : 'Confirm your email',
					await signedPlaceHref(sender, cookieKeys, wait),
				),
			],
			reason: `You got this because someone asked to hear about free times at ${wait.shop.name}. To leave the list, use the link above.`,
		})
	},
})

/** Tells a waiting customer of a freed time. */
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
	async letter({ sender, cookieKeys }, { wait, startsAt, heldUntilAt }) {
		const { service, shop } = wait
		const title = offeredTitle(shop.timeZone, heldUntilAt)
		return writeMail(sender, {
			subject: `${title}: ${service.name} at ${shop.name}`,
			title,
			blocks: [
				heldUntilAt === null
					? 'It’s not on hold: the first to book gets it.'
					: 'Book it by then. After that it goes to the next in line.',
				slotWaitFacts(wait, mailedMomentLabelAt(shop.timeZone, startsAt)),
				mailLink(
					heldUntilAt === null ? 'See free times' : 'Book this time',
					await signedPlaceHref(sender, cookieKeys, wait),
				),
			],
			reason: `You got this because you’re waiting for a time at ${shop.name}. To leave the list, use the link above.`,
		})
	},
	topic: 'waitlist',
	quietIn: ({ wait }) => wait.shop.timeZone,
	notice: ({ wait, startsAt, heldUntilAt }) => {
		const { service, shop } = wait
		const when = momentLabelAt(shop.timeZone, startsAt)
		return {
			title: offeredTitle(shop.timeZone, heldUntilAt),
			words: `${when}: ${service.name} at ${shop.name}.`,
			path: waitPlacePath(wait.id),
			lockScreen: `${when} at ${shop.name}.`,
		}
	},
})

/** The time is held until an instant, or free for all. */
function offeredTitle(zone: ZoneName, heldUntilAt: Instant | null): string {
	return heldUntilAt === null
		? 'A time is free'
		: `A time is held for you until ${clockLabelAt(zone, heldUntilAt)}`
}

async function signedPlaceHref(
	{ origin }: MailSender,
	cookieKeys: readonly string[],
	{ id }: Pick<SlotWait, 'id'>,
): Promise<string> {
	return origin + waitPlacePath(await signSlotWaitLink(cookieKeys, id))
}

function slotWaitFacts(
	{ date, service, staffName, shop }: Pick<SlotWait, 'date' | 'service' | 'staffName' | 'shop'>,
	when = shortDateLabel(date),
): MailBlock {
	return mailFacts([
		{ label: 'When', value: when },
		{ label: 'What', value: staffName ? `${service.name}\nwith ${staffName}` : service.name },
		{ label: 'Where', value: shop.name },
	])
}

/** Tells a waiting customer that no more seats are offered, while that is of use (M31). */
export const lineClosedMessage = messageKind({
	kind: 'line_closed',
	payload: z.object({ waitId: z.string(), holderId: z.string() }),
	async isStillTrue({ subscriptions: { waits } }, { payload }, now) {
		const wait = await waits.waitToMail(payload.waitId)
		if (!wait || wait.endedAt !== null) return refused('wait_over')
		return now < wait.startsAt ? accepted(wait) : refused('session_begun')
	},
	letter({ sender }, wait) {
		const session = mailedSession(wait)
		return writeMail(sender, {
			subject: `The waitlist has closed: ${sessionName(session)}`,
			title: 'No seat was held for you',
			blocks: [
				'The session starts soon, so we hold no more seats. If one frees up, it goes to the first to book it.',
				mailedSessionFacts(session),
				mailLink('See the session', `${sender.origin}/sessions/${wait.sessionId}/book`),
			],
			reason: `You got this because you are on the waitlist of this session at ${wait.shop.name}.`,
		})
	},
	topic: 'waitlist',
	notice: (wait) => ({
		...noticeOfSession('No seat was held for you', wait, 'No seat was held for you. It starts soon.'),
		path: `/sessions/${wait.sessionId}/book`,
	}),
	quietIn: ({ shop }) => shop.timeZone,
})
