import * as z from 'zod'
import {
	type Mail,
	type MailBlock,
	type MailSender,
	mailFacts,
	writeMail,
} from '#app/domain/messaging/mail.ts'
import { termsWords } from '#app/domain/payouts/payout-terms.ts'
import { longDateLabelAt } from '#app/kernel/date-labels.server.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { payoutStatuses } from '#app/kernel/vocabulary/payouts.ts'
import { isOldNews, type MessageDeps, messageKind, type QueuedMessage } from './message-kind.server.ts'

const payload = z.object({ payoutReference: z.string(), status: z.enum(payoutStatuses) })

/** The payout, while it is in the state that the mail tells. */
async function payoutToTell(
	{ payouts: { statements } }: Pick<MessageDeps, 'payouts'>,
	queued: QueuedMessage<z.output<typeof payload>>,
	now: number,
) {
	if (isOldNews(queued, now)) return refused('too_old')
	const payout = await statements.payoutToMail(queued.payload.payoutReference)
	return payout?.status === queued.payload.status ? accepted(payout) : refused('payout_moved_on')
}

export const shopPayoutSentMessage = messageKind({
	kind: 'shop_payout_sent',
	payload,
	isStillTrue: payoutToTell,
	letter({ sender }, payout) {
		const amount = formatNaira(payout.amountKobo)
		const less = (label: string, kobo: Kobo) => (kobo === 0 ? [] : [{ label, value: formatNaira(-kobo) }])
		return payoutMail(sender, payout.shopName, {
			title: `We paid you ${amount}`,
			blocks: [
				mailFacts([
					{ label: 'To', value: bankAccountLabel(payout) },
					{ label: 'For', value: payout.itemCount === 1 ? '1 payment' : `${payout.itemCount} payments` },
					{ label: 'Earned online, with tips', value: formatNaira(payout.grossKobo) },
					...less('Commission', payout.commissionKobo),
					...less('Paystack’s fees', payout.paymentFeeKobo),
					...less('Fee for sending it', payout.transferFeeKobo),
					{ label: 'Sent to you', value: amount },
				]),
				...(payout.hasArrivedLate
					? [
							'We had told you that it did not reach you, and it has. What you got twice is taken off your next payouts.',
						]
					: []),
				'Your bank may show it a little later. The statement with every booking is on your device, at Your shop, Money.',
			],
		})
	},
})

/** Tells a shop that its payout failed or was returned. */
export const shopPayoutFailedMessage = messageKind({
	kind: 'shop_payout_failed',
	payload,
	isStillTrue: payoutToTell,
	letter({ sender }, payout) {
		const amount = formatNaira(payout.amountKobo)
		const isReturned = payout.status === 'reversed'
		const again = payout.isByTransfer ? 'We’ll try again on the next working day.' : 'We’ll send it again.'
		return payoutMail(sender, payout.shopName, {
			title: isReturned ? `${amount} came back from your bank` : `We couldn’t pay you ${amount}`,
			blocks: [
				`The money did not reach ${bankAccountLabel(payout)}. None of it is lost, and all of it is still yours. ${again}`,
				'Please check the payout account on your device, at Your shop, Money.',
			],
		})
	},
})

/** Tells a shop its payout terms for later bookings, unless they were replaced. */
export const shopPayoutTermsMessage = messageKind({
	kind: 'shop_payout_terms',
	payload: z.object({ shopId: z.string(), appliesFrom: z.int(), setAt: z.int() }),
	async isStillTrue({ payouts: { paidShops, terms } }, { payload: { shopId, appliesFrom, setAt } }, now) {
		const [shop, all] = await Promise.all([paidShops.shopToPay(shopId, now), terms.termsOf(shopId)])
		const newTerms = all.find((one) => one.appliesFrom === appliesFrom && one.setAt === setAt)
		return shop && newTerms ? accepted({ shop, newTerms }) : refused('payout_terms_gone')
	},
	letter: ({ sender }, { shop, newTerms }) =>
		payoutMail(sender, shop.name, {
			title: `Fees for online bookings change on ${longDateLabelAt(shop.timeZone, newTerms.appliesFrom)}`,
			blocks: [
				'For bookings made from then on. Earlier bookings are not affected.',
				...termsWords(newTerms, sender.name),
			],
		}),
})

function bankAccountLabel({ bankName, lastDigits }: { bankName: string; lastDigits: string }): string {
	return `${bankName}, account ending in ${lastDigits}`
}

/** No link: the statement opens on the shop's own device alone. */
function payoutMail(
	sender: MailSender,
	shopName: string,
	{ title, blocks }: { title: string; blocks: MailBlock[] },
): Mail {
	return writeMail(sender, {
		subject: `${title}: ${shopName}`,
		title,
		blocks,
		reason: `You got this because this is the address of ${shopName}.`,
	})
}
