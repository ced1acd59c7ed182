import * as z from 'zod'
import { type Mail, type MailSender, shopNoticeMail } from '#app/domain/messaging/mail.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** Tells a shop that one of its keys was made or ended. */
export const shopKeyChangedMessage = messageKind({
	kind: 'shop_key_changed',
	payload: z.object({
		shopName: z.string(),
		change: z.enum(['invited', 'issued', 'ended']),
		keyName: z.string(),
	}),
	// A past act stays true; only its news grows old.
	isStillTrue: async (_, queued, now) =>
		isOldNews(queued, now) ? refused('too_old') : accepted(queued.payload),
	letter: ({ sender }, change) => keyChangedMail(sender, change),
})

/** Tells a shop that its customers' transfers go to another account. */
export const shopBankAccountChangedMessage = messageKind({
	kind: 'shop_bank_account_changed',
	payload: z.object({ shopName: z.string(), bankName: z.string(), accountNumber: z.string() }),
	// A past act stays true; only its news grows old.
	isStillTrue: async (_, queued, now) =>
		isOldNews(queued, now) ? refused('too_old') : accepted(queued.payload),
	letter: ({ sender }, change) => bankAccountChangedMail(sender, change),
})

/** Tells a shop that its program's address failed for three days, and was ended. */
export const shopWebhookEndedMessage = messageKind({
	kind: 'shop_webhook_ended',
	payload: z.object({ shopName: z.string(), host: z.string() }),
	isStillTrue: async (_, queued, now) =>
		isOldNews(queued, now) ? refused('too_old') : accepted(queued.payload),
	letter: ({ sender }, ended) => webhookEndedMail(sender, ended),
})

type KeyChange = { shopName: string; change: 'invited' | 'issued' | 'ended'; keyName: string }
type BankAccountChange = { shopName: string; bankName: string; accountNumber: string }

const keyWords: Record<KeyChange['change'], string> = {
	invited: 'A new link opens your shop’s kiosk on one phone or tablet. It works once, within 24 hours.',
	issued: 'A new key lets a program act for your shop.',
	ended: 'A key for your shop was ended. It no longer works.',
}

/** As `shopKeyChangedMessage` says. */
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

/** As `shopWebhookEndedMessage` says. */
export function webhookEndedMail(
	sender: MailSender,
	{ shopName, host }: { shopName: string; host: string },
): Mail {
	return shopNoticeMail(sender, shopName, {
		title: 'Your program no longer gets booking updates',
		words: `${host} hasn’t accepted our messages for three days, so we stopped. Add its address again once it works.`,
	})
}
