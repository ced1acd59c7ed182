import * as z from 'zod'
import { findMailedToken } from '#app/domain/identity/mailed-token.server.ts'
import { contactChangedMail, payoutAccountMail } from '#app/domain/messaging/payout-account-mail.server.ts'
import { isPayoutAccountWaiting, payoutAccountLabel, stopLinkId } from '#app/domain/payouts/payout-account.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** Tells a shop that its payouts go to another account, with the link that stops it while it waits (D58). */
export const shopPayoutAccountChangedMessage = messageKind({
	kind: 'shop_payout_account_changed',
	payload: z.object({ shopName: z.string(), accountId: z.string() }),
	async isStillTrue({ payouts: { accounts }, cookieKeys }, queued, now) {
		const account = await accounts.account(queued.payload.accountId)
		if (!account || account.stoppedAt !== null) return refused('account_stopped')
		if (isOldNews(queued, now)) return refused('too_old')
		const { accountId, stopTokenHash } = account
		const isWaiting = isPayoutAccountWaiting(account, now)
		const stopToken =
			isWaiting && stopTokenHash !== null
				? findMailedToken(cookieKeys, { id: stopLinkId(accountId), tokenHash: stopTokenHash })
				: null
		return accepted({
			shop: account.shop,
			label: payoutAccountLabel(account),
			holderName: account.holderName,
			usableAt: isWaiting ? account.usableAt : null,
			stopToken,
		})
	},
	compose: ({ sender }, account) => payoutAccountMail(sender, account),
})

/**
 * Tells a shop's old and new address that its own e-mail, phone or WhatsApp number was changed, and that payouts wait
 * (D58).
 */
export const shopContactChangedMessage = messageKind({
	kind: 'shop_contact_changed',
	payload: z.object({
		shopName: z.string(),
		timeZone: z.string(),
		heldUntil: z.number(),
		isEmail: z.boolean(),
		isPhone: z.boolean(),
		/** Messages of the release before say nothing of it. */
		isWhatsApp: z.boolean().default(false),
	}),
	// What was done then stays true; only its news grows old.
	isStillTrue: async (_, queued, now) =>
		isOldNews(queued, now) ? refused('too_old') : accepted(queued.payload),
	compose: ({ sender }, change) => contactChangedMail(sender, change),
})
