import * as z from 'zod'
import { findMailedToken } from '#app/domain/identity/secret-token.server.ts'
import { type Mail, type MailSender, shopNoticeMail } from '#app/domain/messaging/mail.ts'
import { isPayoutAccountWaiting, payoutAccountLabel, stopLinkId } from '#app/domain/payouts/payout-account.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** Tells a shop of its new payout account, with the link that stops it while it waits (D58). */
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
	letter: ({ sender }, account) => payoutAccountMail(sender, account),
})

/** Tells a shop's old and new address that its own contact was changed, and that payouts wait (D58). */
export const shopContactChangedMessage = messageKind({
	kind: 'shop_contact_changed',
	payload: z.object({
		shopName: z.string(),
		timeZone: z.string(),
		heldUntil: z.number(),
		isEmail: z.boolean(),
		isPhone: z.boolean(),
		/** Messages of the previous release lack it. */
		isWhatsApp: z.boolean().default(false),
	}),
	// A past act stays true; only its news grows old.
	isStillTrue: async (_, queued, now) =>
		isOldNews(queued, now) ? refused('too_old') : accepted(queued.payload),
	letter: ({ sender }, change) => contactChangedMail(sender, change),
})

type MailedPayoutAccount = {
	shop: { name: string; timeZone: ZoneName }
	/** 'Access Bank ••••7890'. */
	label: string
	holderName: string
	/** Null where it is in use at once. */
	usableAt: Instant | null
	/** The token of the stopping link; null where nothing is left to stop, or its key is gone. */
	stopToken: string | null
}

type MailedContactChange = {
	shopName: string
	timeZone: ZoneName
	heldUntil: Instant
	isEmail: boolean
	isPhone: boolean
	isWhatsApp: boolean
}

/** As `shopPayoutAccountChangedMessage` says (D58). */
export function payoutAccountMail(
	sender: MailSender,
	{ shop, label, holderName, usableAt, stopToken }: MailedPayoutAccount,
): Mail {
	const from = usableAt === null ? null : mailedMomentLabelAt(shop.timeZone, usableAt)
	return shopNoticeMail(sender, shop.name, {
		title: 'Your payout account was changed',
		words:
			from === null
				? 'Your payouts go to this account from now on.'
				: `Your payouts go to this account from ${from}. Nothing is paid before then.`,
		blocks: [
			{
				kind: 'facts',
				facts: [
					{ label: 'Account', value: label },
					{ label: 'Name', value: holderName },
				],
			},
			...(stopToken === null
				? []
				: [
						{
							kind: 'words' as const,
							words: 'Not you? Stop it before then, and nothing is paid to it.',
						},
						{
							kind: 'link' as const,
							label: 'Stop this account',
							href: `${sender.origin}/payouts/stop?token=${encodeURIComponent(stopToken)}`,
						},
					]),
		],
	})
}

/** As `shopContactChangedMessage` says (D58). */
export function contactChangedMail(
	sender: MailSender,
	{ shopName, timeZone, heldUntil, isEmail, isPhone, isWhatsApp }: MailedContactChange,
): Mail {
	const changed = [
		...(isEmail ? ['email'] : []),
		...(isPhone ? ['phone number'] : []),
		...(isWhatsApp ? ['WhatsApp number'] : []),
	]
	return shopNoticeMail(sender, shopName, {
		title: `Your shop’s ${changed.join(', ').replace(/, ([^,]*)$/, ' and $1')} ${changed.length > 1 ? 'were' : 'was'} changed`,
		words: `To be safe, payouts to ${shopName} wait until ${mailedMomentLabelAt(timeZone, heldUntil)}. Your money is safe, and is paid after that.`,
	})
}
