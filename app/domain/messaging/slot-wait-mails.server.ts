import type { CivilDate } from '#app/kernel/civil.ts'
import { clockLabelAt, mailedMomentLabelAt, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import { type Mail, type MailBlock, type MailSender, writeMail } from './mail.ts'

/** What the mails about a place in a line tell. */
export type MailedSlotWait = {
	date: CivilDate
	serviceName: string
	/** Null: any person. */
	staffName: string | null
	shop: { name: string; timeZone: ZoneName }
	/** Path of the signed link of the place. */
	page: string
}

/** A guest is in the line; the link proves the address. */
export function slotWaitJoinedMail(
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

/** A time has freed up: held for the waiting customer until an instant, or free for all. */
export function slotOfferedMail(
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
