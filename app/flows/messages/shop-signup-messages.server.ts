import * as z from 'zod'
import { findMailedToken, mailedToken } from '#app/domain/identity/mailed-token.server.ts'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import {
	shopApprovedMail,
	shopRefusedMail,
	shopSignupMail,
	shopWaitingMail,
} from '#app/domain/messaging/shop-signup-mail.server.ts'
import { ownerLinkId } from '#app/flows/shop/decide-signup.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
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
	compose: ({ sender }, link) => shopSignupMail(sender, link),
})

/** Tells the operator of a form that is to be decided. */
const shopWaitingMessage = messageKind({
	kind: 'shop_waiting',
	payload: signupPayload,
	async isStillTrue({ shops: { shopSignups } }, { payload }) {
		const signup = await shopSignups.signupOf(payload.signupId)
		return signup && signup.decision === null && signup.provedAt !== null
			? accepted(payload)
			: refused('signup_over')
	},
	compose: ({ sender }, form) => shopWaitingMail(sender, form),
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
	compose: ({ sender }, link) => shopApprovedMail(sender, link),
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
	compose: ({ sender }, refusal) => shopRefusedMail(sender, refusal),
})

export const shopSignupMessages = [
	shopSignupMessage,
	shopWaitingMessage,
	shopApprovedMessage,
	shopRefusedMessage,
]
