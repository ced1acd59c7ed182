import * as z from 'zod'
import { findMailedToken } from '#app/domain/identity/secret-token.server.ts'
import {
	type Mail,
	type MailSender,
	mailFacts,
	mailLink,
	shopNoticeMail,
} from '#app/domain/messaging/mail.ts'
import { isPayoutAccountWaiting, payoutAccountLabel, stopLinkId } from '#app/domain/payouts/payout-account.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import { isOldNews, messageKind, payloadWhileNew } from './message-kind.server.ts'

const keyChange = z.object({
	shopName: z.string(),
	change: z.enum(['invited', 'issued', 'ended']),
	keyName: z.string(),
})
type KeyChange = z.infer<typeof keyChange>

/** Tells a shop that one of its keys was made or ended. */
export const shopKeyChangedMessage = messageKind({
	kind: 'shop_key_changed',
	payload: keyChange,
	isStillTrue: (deps, queued, now) => payloadWhileNew(deps, queued, now),
	letter: ({ sender }, change) => keyChangedMail(sender, change),
})

const bankAccountChange = z.object({ shopName: z.string(), bankName: z.string(), accountNumber: z.string() })
type BankAccountChange = z.infer<typeof bankAccountChange>

/** Tells a shop that its customers' transfers go to another account. */
export const shopBankAccountChangedMessage = messageKind({
	kind: 'shop_bank_account_changed',
	payload: bankAccountChange,
	isStillTrue: (deps, queued, now) => payloadWhileNew(deps, queued, now),
	letter: ({ sender }, change) => bankAccountChangedMail(sender, change),
})

/** Tells a shop that its program's address failed for three days, and was ended. */
export const shopWebhookEndedMessage = messageKind({
	kind: 'shop_webhook_ended',
	payload: z.object({ shopName: z.string(), host: z.string() }),
	isStillTrue: (deps, queued, now) => payloadWhileNew(deps, queued, now),
	letter: ({ sender }, ended) => webhookEndedMail(sender, ended),
})

const keyWords: Record<KeyChange['change'], string> = {
	invited: 'A new link opens your shop’s kiosk on one phone or tablet. It works once, within 24 hours.',
	issued: 'A new key lets a program act for your shop.',
	ended: 'A key for your shop was ended. It no longer works.',
}

export function keyChangedMail(sender: MailSender, { shopName, change, keyName }: KeyChange): Mail {
	return shopNoticeMail(sender, shopName, {
		title: change === 'ended' ? 'A key for your shop was ended' : 'A new key for your shop was made',
		words: `${keyWords[change]} Its name: ${keyName}.`,
	})
}

/** The account's number is shortened. */
export function bankAccountChangedMail(
	sender: MailSender,
	{ shopName, bankName, accountNumber }: BankAccountChange,
): Mail {
	return shopNoticeMail(sender, shopName, {
		title: 'Your shop’s bank account was changed',
		words: `From now on your customers send transfers to ${bankName}, account ending in ${accountNumber.slice(-4)}.`,
	})
}

export function webhookEndedMail(
	sender: MailSender,
	{ shopName, host }: { shopName: string; host: string },
): Mail {
	return shopNoticeMail(sender, shopName, {
		title: 'Your program no longer gets booking updates',
		words: `${host} hasn’t accepted our messages for three days, so we stopped. Add its address again once it works.`,
	})
}

/** Tells a shop of its new payout account, with the link that stops it (D58). */
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

const contactChange = z.object({
	shopName: z.string(),
	timeZone: z.string(),
	heldUntil: z.number(),
	isEmail: z.boolean(),
	isPhone: z.boolean(),
	/** Messages of the previous release lack it. */
	isWhatsApp: z.boolean().default(false),
})
type ContactChange = z.infer<typeof contactChange>

/** Tells a shop's old and new address that its contact was changed, and that payouts wait (D58). */
export const shopContactChangedMessage = messageKind({
	kind: 'shop_contact_changed',
	payload: contactChange,
	isStillTrue: (deps, queued, now) => payloadWhileNew(deps, queued, now),
	letter: ({ sender }, change) => contactChangedMail(sender, change),
})

type MailedPayoutAccount = {
	shop: { name: string; timeZone: ZoneName }
	/** 'Access Bank ••••7890'. */
	label: string
	holderName: string
	/** Null where the account is in use at once. */
	usableAt: Instant | null
	/** Null where nothing is left to stop, or the signing key is gone. */
	stopToken: string | null
}

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
			mailFacts([
				{ label: 'Account', value: label },
				{ label: 'Name', value: holderName },
			]),
			...(stopToken === null
				? []
				: [
						'Not you? Stop it before then, and nothing is paid to it.',
						mailLink(
							'Stop this account',
							`${sender.origin}/payouts/stop?token=${encodeURIComponent(stopToken)}`,
						),
					]),
		],
	})
}

export function contactChangedMail(
	sender: MailSender,
	{ shopName, timeZone, heldUntil, isEmail, isPhone, isWhatsApp }: ContactChange,
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
