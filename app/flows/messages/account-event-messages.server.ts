import * as z from 'zod'
import { type Mail, type MailBlock, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { isOldNews, type MessageDeps, messageKind, type QueuedMessage } from './message-kind.server.ts'

const payload = z.object({ eventId: z.string() })

async function readEvent(
	{ identity: { accountEvents } }: MessageDeps,
	queued: QueuedMessage<z.infer<typeof payload>>,
	now: number,
) {
	if (isOldNews(queued, now)) return refused('too_old')
	const event = await accountEvents.event(queued.payload.eventId)
	return event ? accepted(event) : refused('account_gone')
}

/** Tells the owner of an account that its password was changed (S42). */
export const passwordChangedMessage = messageKind({
	kind: 'password_changed',
	payload,
	isStillTrue: readEvent,
	letter: ({ sender }, event) => passwordChangedMail(sender, event),
})

/** Tells the owner of an account that a browser signed in to it for the first time (S42). */
export const newDeviceMessage = messageKind({
	kind: 'new_device',
	payload,
	isStillTrue: readEvent,
	letter: ({ sender }, event) => newDeviceMail(sender, event),
})

/** What happened to an account, and on which browser. */
type Happened = { deviceLabel: string; happenedAt: Instant }

/** Tells the owner of an account that it has a new password. */
function passwordChangedMail(sender: MailSender, happened: Happened): Mail {
	return writeMail(sender, {
		subject: `Your ${sender.name} password was changed`,
		title: 'Your password was changed',
		blocks: [
			{
				kind: 'words',
				words: `It was changed ${whenAndWhere(happened)}. All devices were signed out.`,
			},
			...wayOn(
				sender,
				'someone can read your email. Change the password of your mailbox first, then set a new one here.',
			),
		],
		reason: 'You got this because the password of your account was changed.',
	})
}

/** Tells the owner of an account that a browser signed in to it for the first time. */
function newDeviceMail(sender: MailSender, happened: Happened): Mail {
	return writeMail(sender, {
		subject: `New sign-in to your ${sender.name} account`,
		title: 'New sign-in to your account',
		blocks: [
			{
				kind: 'words',
				words: `A device that you had not used before signed in ${whenAndWhere(happened)}. If it was you, there is nothing to do.`,
			},
			...wayOn(sender, 'someone knows your password. Set a new one: it signs out all devices.'),
		],
		reason: 'You get this when a new device signs in to your account.',
	})
}

function whenAndWhere({ deviceLabel, happenedAt }: Happened): string {
	return `on ${mailedMomentLabelAt(DEFAULT_ZONE, happenedAt)} with ${deviceLabel}`
}

function wayOn({ origin }: MailSender, danger: string): MailBlock[] {
	return [
		{ kind: 'words', words: `If it wasn’t you, ${danger}` },
		{ kind: 'link', label: 'Set a new password', href: `${origin}/forgot-password?change` },
		{ kind: 'link', label: 'See sign-ins', href: `${origin}/settings/security` },
	]
}
