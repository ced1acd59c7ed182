import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { Mail, MailSender } from './mail.ts'
import { shopNoticeMail } from './shop-notice-mail.ts'

type MailedPayoutAccount = {
	shop: { name: string; timeZone: ZoneName }
	/** 'Access Bank ••••7890'. */
	label: string
	holderName: string
	/** Null where it is in use at once. */
	usableAt: Instant | null
	/** Of the link that stops it; null where nothing is left to stop, or no key makes it any more. */
	stopToken: string | null
}

export type MailedContactChange = {
	shopName: string
	timeZone: ZoneName
	heldUntil: Instant
	isEmail: boolean
	isPhone: boolean
	isWhatsApp: boolean
}

/** Tells a shop that its payouts go to another account, from when on, and how to stop it (D58). */
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

/**
 * Tells the old and the new address of a shop that its e-mail, phone or WhatsApp number was changed, and that payouts
 * wait (D58).
 */
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
