import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import {
	type MailedPayment,
	moneyLabel,
	paymentFacts,
	reasonOfPaymentMail,
} from '#app/domain/messaging/mailed-payment.server.ts'
import { refused } from '#app/kernel/outcome.ts'
import { messageKind } from './message-kind.server.ts'
import {
	mailedPayment,
	noticeOfPayment,
	paymentPayload,
	readPayment,
	refundOf,
} from './payment-message.server.ts'

/** Tells that the provider has sent a refund. */
export const refundedMessage = messageKind({
	kind: 'refunded',
	payload: paymentPayload,
	async isStillTrue(deps, queued, now) {
		const found = await readPayment(deps, queued, now)
		if (!found.ok) return found
		return refundOf(found.value)?.status === 'processed' ? found : refused('payment_went_on')
	},
	letter: async (deps, facts) => refundedMail(deps.sender, await mailedPayment(deps, facts)),
	notice: (facts) => noticeOfPayment('Your money has been sent back', facts, 'Your refund was sent.'),
	quietIn: ({ checkout }) => checkout.shop.timeZone,
})

/** The most working days that a bank takes to show a refund. */
const BANK_DAYS = 10

/** A refund was sent. */
export function refundedMail(sender: MailSender, payment: MailedPayment): Mail {
	return writeMail(sender, {
		subject: `Your ${moneyLabel(payment)} has been sent back: ${payment.shop.name}`,
		title: 'Your money has been sent back',
		blocks: [
			{
				kind: 'words',
				words: `Your ${moneyLabel(payment)} has been sent back to the card or account you paid from. Banks can take up to ${BANK_DAYS} working days to show it.`,
			},
			paymentFacts(payment),
			{ kind: 'link', label: 'See your refund', href: `${sender.origin}${payment.page}` },
			{
				kind: 'words',
				words: 'If it hasn’t arrived by then, give your bank the payment reference, or contact us with it.',
			},
		],
		reason: reasonOfPaymentMail(payment),
	})
}
