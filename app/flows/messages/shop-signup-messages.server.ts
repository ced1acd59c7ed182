import * as z from 'zod'
import { findMailedToken, hashSecretToken, mailedToken } from '#app/domain/identity/secret-token.server.ts'
import { type Mail, type MailSender, mailLink, writeMail } from '#app/domain/messaging/mail.ts'
import { ownerLinkId } from '#app/flows/shop/decide-signup.server.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

const signupPayload = z.object({ signupId: z.string() })

/** Carries the link that proves the e-mail of a shop's form. */
const shopSignupMessage = messageKind({
	kind: 'shop_signup',
	payload: signupPayload,
	async isStillTrue({ shops: { shopSignups }, cookieKeys }, { payload }, now) {
		const signup = await shopSignups.signupOf(payload.signupId)
		if (!signup || signup.decision !== null || signup.expiresAt <= now) return refused('signup_over')
		const token = findMailedToken(cookieKeys, signup)
		return token === null ? refused('link_not_valid') : accepted({ token, expiresAt: signup.expiresAt })
	},
	letter: ({ sender }, link) => shopSignupMail(sender, link),
})

/** Tells the operator of a form to decide about. */
const shopWaitingMessage = messageKind({
	kind: 'shop_waiting',
	payload: signupPayload,
	async isStillTrue({ shops: { shopSignups } }, { payload }) {
		const signup = await shopSignups.signupOf(payload.signupId)
		return signup && signup.decision === null && signup.provedAt !== null
			? accepted(payload)
			: refused('signup_over')
	},
	// The operator reads typed text by the command, since a mail is easily passed on.
	letter: ({ sender }, { signupId }) =>
		writeMail(sender, {
			subject: `A shop waits for approval on ${sender.name}`,
			title: 'A shop waits for you',
			blocks: [
				`Its owner has confirmed their email. Read the form with: npm run ops -- shops waiting`,
				`Then decide with: npm run ops -- shops approve ${signupId} (or shops refuse)`,
			],
			reason: 'You got this because this address is the SUPPORT_CONTACT setting.',
		}),
})

/** Carries the link of the first owner's device. */
const shopApprovedMessage = messageKind({
	kind: 'shop_approved',
	payload: signupPayload,
	async isStillTrue({ shops: { accessKeys }, cookieKeys }, { payload }, now) {
		for (const key of cookieKeys) {
			const token = mailedToken(key, ownerLinkId(payload.signupId))
			const link = await accessKeys.linkOf(hashSecretToken(token))
			if (link && link.keyId === null && link.expiresAt > now)
				return accepted({ shopName: link.shop.name, token, expiresAt: link.expiresAt })
		}
		return refused('link_not_valid')
	},
	letter: ({ sender }, link) => shopApprovedMail(sender, link),
})

/** Tells the sender of a form that it was refused, and why. */
const shopRefusedMessage = messageKind({
	kind: 'shop_refused',
	payload: signupPayload,
	async isStillTrue({ shops: { shopSignups } }, queued, now) {
		const signup = await shopSignups.signupOf(queued.payload.signupId)
		if (isOldNews(queued, now) || signup?.decision !== 'refused') return refused('signup_over')
		return accepted({ shopName: signup.name, why: signup.reason })
	},
	letter: ({ sender }, refusal) => shopRefusedMail(sender, refusal),
})

export const shopSignupMessages = [
	shopSignupMessage,
	shopWaitingMessage,
	shopApprovedMessage,
	shopRefusedMessage,
]

const reason = 'You got this because your shop’s form had this address.'

/** The mail repeats nothing that a stranger may have typed. */
export function shopSignupMail(sender: MailSender, link: { token: string; expiresAt: Instant }): Mail {
	return writeMail(sender, {
		subject: `Confirm your email for your shop on ${sender.name}`,
		title: 'Confirm your email',
		blocks: [
			`You’d like to take bookings on ${sender.name}. Confirm that this is your email, and we’ll look at your shop.`,
			mailLink(
				'Confirm my email',
				`${sender.origin}/for-shops/confirm?token=${encodeURIComponent(link.token)}`,
			),
			`The link works until ${mailedMomentLabelAt(DEFAULT_ZONE, link.expiresAt)}.`,
		],
		reason:
			'Someone sent us a shop’s form with this address. If it wasn’t you, do nothing: the form is deleted in 3 days.',
	})
}

/** The link opens the shop on one phone or tablet. */
export function shopApprovedMail(
	sender: MailSender,
	{ shopName, token, expiresAt }: { shopName: string; token: string; expiresAt: Instant },
): Mail {
	return writeMail(sender, {
		subject: `Your shop is ready to set up: ${shopName}`,
		title: `Welcome to ${sender.name}`,
		blocks: [
			`Open this on the phone or tablet that you, the owner, use. Choose a PIN, then add your services, people and hours. After that customers can book ${shopName}.`,
			mailLink('Open my shop', `${sender.origin}/kiosk/open?link=${encodeURIComponent(token)}`),
			`The link opens one device, once, until ${mailedMomentLabelAt(DEFAULT_ZONE, expiresAt)}. Don’t pass it on.`,
		],
		reason,
	})
}

export function shopRefusedMail(
	sender: MailSender,
	{ shopName, why }: { shopName: string; why: string | null },
): Mail {
	return writeMail(sender, {
		subject: `About your form: ${shopName}`,
		title: 'We can’t add your shop',
		blocks: [`We’ve looked at your form for ${shopName}, and can’t add it.`, ...(why ? [why] : [])],
		reason,
	})
}
