import * as z from 'zod'
import {
	bankAccountChangedMail,
	keyChangedMail,
	webhookEndedMail,
} from '#app/domain/messaging/shop-notice-mail.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** Tells a shop that a key of its side was made or ended. */
export const shopKeyChangedMessage = messageKind({
	kind: 'shop_key_changed',
	payload: z.object({
		shopName: z.string(),
		change: z.enum(['invited', 'issued', 'ended']),
		keyName: z.string(),
	}),
	// What was done then stays true; only its news grows old.
	isStillTrue: async (_, queued, now) =>
		isOldNews(queued, now) ? refused('too_old') : accepted(queued.payload),
	compose: ({ sender }, change) => keyChangedMail(sender, change),
})

/** Tells a shop that transfers of its customers go to another account. */
export const shopBankAccountChangedMessage = messageKind({
	kind: 'shop_bank_account_changed',
	payload: z.object({ shopName: z.string(), bankName: z.string(), accountNumber: z.string() }),
	// What was done then stays true; only its news grows old.
	isStillTrue: async (_, queued, now) =>
		isOldNews(queued, now) ? refused('too_old') : accepted(queued.payload),
	compose: ({ sender }, change) => bankAccountChangedMail(sender, change),
})

/** Tells a shop that an address of its program failed for three days, and was ended. */
export const shopWebhookEndedMessage = messageKind({
	kind: 'shop_webhook_ended',
	payload: z.object({ shopName: z.string(), host: z.string() }),
	isStillTrue: async (_, queued, now) =>
		isOldNews(queued, now) ? refused('too_old') : accepted(queued.payload),
	compose: ({ sender }, ended) => webhookEndedMail(sender, ended),
})
