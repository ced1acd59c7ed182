import * as z from 'zod'
import { findMailedToken } from '#app/domain/identity/secret-token.server.ts'
import {
	type Mail,
	type MailBlock,
	type MailSender,
	mailLink,
	writeMail,
} from '#app/domain/messaging/mail.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import {
	isOldNews,
	type MessageDeps,
	messageKind,
	type ObsoleteMessage,
	payloadWhileNew,
	type QueuedMessage,
} from './message-kind.server.ts'

const linkPayload = z.object({ tokenId: z.string() })

/** Refuses 'link_not_valid' when the token has ended or was replaced. */
async function readMailedLink(
	{ identity: { accounts }, cookieKeys }: MessageDeps,
	{ payload }: QueuedMessage<z.infer<typeof linkPayload>>,
	now: Instant,
): Promise<Outcome<{ token: string; expiresAt: Instant }, ObsoleteMessage>> {
	const token = await accounts.mailOfToken(payload.tokenId)
	const secret = token?.isOpen && token.expiresAt > now ? findMailedToken(cookieKeys, token) : null
	return token && secret !== null
		? accepted({ token: secret, expiresAt: token.expiresAt })
		: refused('link_not_valid')
}

/** Carries the link that proves an e-mail address (D8). */
export const verifyEmailMessage = messageKind({
	kind: 'verify_email',
	payload: linkPayload,
	isStillTrue: readMailedLink,
	letter: ({ sender }, link) => verifyEmailMail(sender, link),
})

export function verifyEmailMail(sender: MailSender, link: { token: string; expiresAt: Instant }): Mail {
	return writeMail(sender, {
		subject: `Confirm your email for ${sender.name}`,
		title: 'Confirm your email',
		blocks: [
			'Open the link while signed in, and your guest bookings appear in your account.',
			mailLink('Confirm My Email', `${sender.origin}/verify-email?token=${encodeURIComponent(link.token)}`),
			`The link works once, until ${mailedMomentLabelAt(DEFAULT_ZONE, link.expiresAt)}. Only the newest one works.`,
		],
		reason:
			'An account was opened or changed with your email. If it wasn’t you, don’t confirm it: set a new password with “Forgot your password?”, and only you can use the account.',
	})
}

export const resetPasswordMessage = messageKind({
	kind: 'reset_password',
	payload: linkPayload,
	isStillTrue: readMailedLink,
	letter: ({ sender }, link) => resetPasswordMail(sender, link),
})

export function resetPasswordMail(sender: MailSender, link: { token: string; expiresAt: Instant }): Mail {
	return writeMail(sender, {
		subject: `Set a new password for ${sender.name}`,
		title: 'Set a new password',
		blocks: [
			mailLink('Set New Password', `${sender.origin}/reset-password?token=${encodeURIComponent(link.token)}`),
			`The link works once, until ${mailedMomentLabelAt(DEFAULT_ZONE, link.expiresAt)}. Only the newest one works.`,
		],
		reason:
			'Someone asked for this with your email. If it wasn’t you, ignore this email: your password stays the same.',
	})
}

/** Tells the owner of an account that a stranger may have signed up with its address (W29). */
export const accountExistsMessage = messageKind({
	kind: 'account_exists',
	payload: z.object({}),
	isStillTrue: payloadWhileNew,
	letter: ({ sender }) => accountExistsMail(sender),
})

export function accountExistsMail(sender: MailSender): Mail {
	return writeMail(sender, {
		subject: `You already have an account at ${sender.name}`,
		title: 'You already have an account',
		blocks: [
			'Someone, perhaps you, tried to sign up with this email. It already has an account, and nothing was changed.',
			mailLink('Sign In', `${sender.origin}/login`),
			mailLink('Forgot your password?', `${sender.origin}/forgot-password`),
		],
		reason:
			'You got this because someone entered your email on our sign-up page. If it wasn’t you, ignore this email.',
	})
}

/** Tells the old address of an account about the change (S17). */
export const emailChangedMessage = messageKind({
	kind: 'email_changed',
	payload: z.object({ userId: z.string() }),
	isStillTrue: payloadWhileNew,
	letter: ({ sender }) => emailChangedMail(sender),
})

/** The mail does not name the new address (S17). */
export function emailChangedMail(sender: MailSender): Mail {
	const contact = sender.supportContact ? `: ${sender.supportContact}` : ''
	return writeMail(sender, {
		subject: `The email for your ${sender.name} account was changed`,
		title: 'Your email was changed',
		blocks: [
			`Your account at ${sender.name} has a new email, which you now sign in with. All other devices were signed out. We won’t email this address about the account again.`,
			`If it wasn’t you, someone knows your password. Contact us right away${contact}, and change the password everywhere else you use it.`,
			mailLink('Sign In', `${sender.origin}/login`),
		],
		reason: 'You got this because this was your account’s email until today.',
	})
}

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

/** Tells the owner that the password was changed (S42). */
export const passwordChangedMessage = messageKind({
	kind: 'password_changed',
	payload,
	isStillTrue: readEvent,
	letter: ({ sender }, happened) =>
		writeMail(sender, {
			subject: `Your ${sender.name} password was changed`,
			title: 'Your password was changed',
			blocks: [
				`It was changed ${whenAndWhere(happened)}. All devices were signed out.`,
				...wayOn(
					sender,
					'someone can read your email. Change the password of your mailbox first, then set a new one here.',
				),
			],
			reason: 'You got this because the password of your account was changed.',
		}),
})

/** Tells the owner of a browser's first sign-in (S42). */
export const newDeviceMessage = messageKind({
	kind: 'new_device',
	payload,
	isStillTrue: readEvent,
	letter: ({ sender }, happened) =>
		writeMail(sender, {
			subject: `New sign-in to your ${sender.name} account`,
			title: 'New sign-in to your account',
			blocks: [
				`A device that you had not used before signed in ${whenAndWhere(happened)}. If it was you, there is nothing to do.`,
				...wayOn(sender, 'someone knows your password. Set a new one: it signs out all devices.'),
			],
			reason: 'You get this when a new device signs in to your account.',
		}),
})

type Happened = { deviceLabel: string; happenedAt: Instant }

function whenAndWhere({ deviceLabel, happenedAt }: Happened): string {
	return `on ${mailedMomentLabelAt(DEFAULT_ZONE, happenedAt)} with ${deviceLabel}`
}

function wayOn({ origin }: MailSender, danger: string): MailBlock[] {
	return [
		`If it wasn’t you, ${danger}`,
		mailLink('Set a new password', `${origin}/forgot-password?change`),
		mailLink('See sign-ins', `${origin}/settings/security`),
	]
}
