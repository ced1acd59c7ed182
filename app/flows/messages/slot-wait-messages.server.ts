import * as z from 'zod'
import { signSlotWaitLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { slotWaitState } from '#app/domain/booking/wait/slot-wait.ts'
import type { SlotWait } from '#app/domain/booking/wait/slot-wait-repository.server.ts'
import { type Mail, type MailBlock, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import {
	type MailedSession,
	mailedSessionFacts,
	sessionName,
} from '#app/domain/messaging/mailed-facts.server.ts'
import { waitPlacePath } from '#app/kernel/booking-paths.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import {
	clockLabelAt,
	mailedMomentLabelAt,
	momentLabelAt,
	shortDateLabel,
} from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import { type MessageDeps, messageKind } from './message-kind.server.ts'
import { mailedSession, noticeOfSession } from './session-messages.server.ts'

/** Tells a guest that they are in the line; the link of their place proves the address. */
export const slotWaitJoinedMessage = messageKind({
	kind: 'slot_wait_joined',
	payload: z.object({ waitId: z.string() }),
	async isStillTrue({ booking: { slotWaits } }, { payload }, now) {
		const wait = await slotWaits.wait(payload.waitId, now)
		return wait?.endedBy === null ? accepted(wait) : refused('wait_over')
	},
	letter: async (deps, wait) =>
		slotWaitJoinedMail(deps.sender, await mailedSlotWait(deps, wait), { isProven: wait.isProven }),
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
	letter: async (deps, { wait, startsAt, heldUntilAt }) =>
		slotOfferedMail(deps.sender, await mailedSlotWait(deps, wait), { startsAt, heldUntilAt }),
	topic: 'waitlist',
	quietIn: ({ wait }) => wait.shop.timeZone,
	notice: ({ wait, startsAt, heldUntilAt }) => {
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

type MailedSlotWait = {
	date: CivilDate
	serviceName: string
	/** Null: any person. */
	staffName: string | null
	shop: { name: string; timeZone: ZoneName }
	/** Path of the signed link of the place. */
	page: string
}

function slotWaitJoinedMail(
	sender: MailSender,
	wait: MailedSlotWait,
	{ isProven }: { isProven: boolean },
): Mail {
	const day = shortDateLabel(wait.date)
	return writeMail(sender, {
		subject: `You’re on the list for ${day} at ${wait.shop.name}`,
		title: `You’re on the list for ${day}`,
		blocks: [
			{
				kind: 'words',
				words: isProven
					? 'When a time frees up, we hold it for you for 15 minutes and tell you here.'
					: 'When a time frees up, we tell you here. Confirm your email, and we also hold it for you for 15 minutes.',
			},
			facts(wait),
			{
				kind: 'link',
				label: isProven ? 'See your place' : 'Confirm your email',
				href: sender.origin + wait.page,
			},
		],
		reason: `You got this because someone asked to hear about free times at ${wait.shop.name}. To leave the list, use the link above.`,
	})
}

/** The time is held until an instant, or free for all. */
function slotOfferedMail(
	sender: MailSender,
	wait: MailedSlotWait,
	{ startsAt, heldUntilAt }: { startsAt: Instant; heldUntilAt: Instant | null },
): Mail {
	const { timeZone } = wait.shop
	const title =
		heldUntilAt === null
			? 'A time is free'
			: `A time is held for you until ${clockLabelAt(timeZone, heldUntilAt)}`
	return writeMail(sender, {
		subject: `${title}: ${wait.serviceName} at ${wait.shop.name}`,
		title,
		blocks: [
			{
				kind: 'words',
				words:
					heldUntilAt === null
						? 'It’s not on hold: the first to book gets it.'
						: 'Book it by then. After that it goes to the next in line.',
			},
			facts(wait, mailedMomentLabelAt(timeZone, startsAt)),
			{
				kind: 'link',
				label: heldUntilAt === null ? 'See free times' : 'Book this time',
				href: sender.origin + wait.page,
			},
		],
		reason: `You got this because you’re waiting for a time at ${wait.shop.name}. To leave the list, use the link above.`,
	})
}

function facts(
	{ date, serviceName, staffName, shop }: MailedSlotWait,
	when = shortDateLabel(date),
): MailBlock {
	return {
		kind: 'facts',
		facts: [
			{ label: 'When', value: when },
			{ label: 'What', value: staffName ? `${serviceName}\nwith ${staffName}` : serviceName },
			{ label: 'Where', value: shop.name },
		],
	}
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
	letter: ({ sender }, wait) => lineClosedMail(sender, mailedSession(wait), wait.sessionId),
	topic: 'waitlist',
	notice: (wait) => ({
		...noticeOfSession('No seat was held for you', wait, 'No seat was held for you. It starts soon.'),
		path: `/sessions/${wait.sessionId}/book`,
	}),
	quietIn: ({ shop }) => shop.timeZone,
})

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
