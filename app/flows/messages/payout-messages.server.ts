import * as z from 'zod'
import {
	payoutFailedMail,
	payoutSentMail,
	payoutTermsMail,
} from '#app/domain/messaging/payout-mail.server.ts'
import { termsWords } from '#app/domain/payouts/payout-terms-words.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { payoutStatuses } from '#app/kernel/vocabulary/payouts.ts'
import { isOldNews, type MessageDeps, messageKind, type QueuedMessage } from './message-kind.server.ts'

const payload = z.object({ payoutReference: z.string(), status: z.enum(payoutStatuses) })

/** The payout while it is where the mail says that it is. */
async function payoutToTell(
	{ payouts: { statements } }: Pick<MessageDeps, 'payouts'>,
	queued: QueuedMessage<z.output<typeof payload>>,
	now: number,
) {
	if (isOldNews(queued, now)) return refused('too_old')
	const payout = await statements.payoutToTell(queued.payload.payoutReference)
	return payout?.status === queued.payload.status ? accepted(payout) : refused('payout_moved_on')
}

/** Tells a shop that its payout has arrived. */
export const shopPayoutSentMessage = messageKind({
	kind: 'shop_payout_sent',
	payload,
	isStillTrue: payoutToTell,
	compose: ({ sender }, payout) => payoutSentMail(sender, payout),
})

/** Tells a shop that its payout came to nothing, or came back. */
export const shopPayoutFailedMessage = messageKind({
	kind: 'shop_payout_failed',
	payload,
	isStillTrue: payoutToTell,
	compose: ({ sender }, payout) =>
		payoutFailedMail(sender, { ...payout, cameBack: payout.status === 'reversed' }),
})

/** Tells a shop what it bears of later bookings: not of what was withdrawn or replaced meanwhile. */
export const shopPayoutTermsMessage = messageKind({
	kind: 'shop_payout_terms',
	payload: z.object({ shopId: z.string(), appliesFrom: z.int(), setAt: z.int() }),
	async isStillTrue({ payouts: { paidShops, terms } }, { payload: { shopId, appliesFrom, setAt } }, now) {
		const [shop, all] = await Promise.all([paidShops.shopToPay(shopId, now), terms.termsOf(shopId)])
		const told = all.find((one) => one.appliesFrom === appliesFrom && one.setAt === setAt)
		return shop && told ? accepted({ shop, told }) : refused('payout_terms_gone')
	},
	compose: ({ sender }, { shop, told }) =>
		payoutTermsMail(sender, {
			shopName: shop.name,
			timeZone: shop.timeZone,
			appliesFrom: told.appliesFrom,
			words: termsWords(told, sender.name),
		}),
})
