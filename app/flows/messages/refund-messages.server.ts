import { type Mail, type MailSender, mailLink, writeMail } from '#app/domain/messaging/mail.ts'
import {
	type MailedPayment,
	moneyLabel,
	paymentFacts,
	reasonOfPaymentMail,
} from '#app/domain/messaging/mailed-facts.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import type { RefundReason } from '#app/kernel/vocabulary/payments.ts'
import { messageKind } from './message-kind.server.ts'
import {
	findRefund,
	mailedPayment,
	noticeOfPayment,
	paymentPayload,
	readPayment,
} from './payment-messages.server.ts'

/** Refunds by the customer's own act, or in answer to their payment, have no quiet hours. */
const askedFor: readonly RefundReason[] = [
	'offer_declined',
	'plan_cancelled',
	'second_payment',
	'promo_used_up',
	'plan_not_on_offer',
]

/** Tells that a payment is being refunded, and why, until the money has arrived. */
export const refundStartedMessage = messageKind({
	kind: 'refund_started',
	payload: paymentPayload,
	async isStillTrue(deps, queued, now) {
		const found = await readPayment(deps, queued, now)
		if (!found.ok) return found
		const { refund } = found.value.payment
		return refund && refund.status !== 'processed'
			? accepted({ ...found.value, reason: refund.reason })
			: refused('payment_went_on')
	},
	letter: async (deps, { reason, ...facts }) =>
		refundStartedMail(deps.sender, await mailedPayment(deps, facts), reason),
	notice: (facts) => noticeOfPayment('Your money is on its way back', facts, 'Your refund has started.'),
	quietIn: ({ reason, checkout }) => (askedFor.includes(reason) ? null : checkout.shop.timeZone),
})

const reasonWords: Record<RefundReason, string> = {
	cancelled: 'The visit it was for was cancelled.',
	visit_changed: 'The visit it was for was changed.',
	second_payment: 'The visit was already paid for or booked, so this payment was a duplicate.',
	time_lost: 'The time was no longer available when it arrived, and no other time was chosen.',
	offer_declined: 'The time was no longer available when it arrived, and you asked for a refund.',
	promo_used_up: 'The promo code, reward or cashback in its price was used up before it arrived.',
	plan_cancelled: 'You cancelled the plan it was for.',
	plan_not_on_offer: 'The plan it was for could no longer be bought or renewed when it arrived.',
	amount_mismatch: 'It is not the amount we asked for.',
	currency_mismatch: 'It was not made in naira.',
	by_operator: 'We decided to refund it.',
	dispute_lost: 'Your bank asked for it on your behalf.',
}

/** A refund was decided. The mail tells why (R30). */
export function refundStartedMail(sender: MailSender, payment: MailedPayment, reason: RefundReason): Mail {
	return writeMail(sender, {
		subject: `We are refunding your ${moneyLabel(payment)}: ${payment.shop.name}`,
		title: `We are refunding your ${moneyLabel(payment)}`,
		blocks: [
			`We received your payment and are refunding it in full. ${reasonWords[reason]}`,
			paymentFacts(payment),
			'You don’t need to do anything. The refund goes to the card or account you paid from, and we’ll email you when it is sent.',
			mailLink('See your refund', `${sender.origin}${payment.page}`),
		],
		reason: reasonOfPaymentMail(payment),
	})
}

/** Tells that the provider has sent a refund. */
export const refundedMessage = messageKind({
	kind: 'refunded',
	payload: paymentPayload,
	async isStillTrue(deps, queued, now) {
		const found = await readPayment(deps, queued, now)
		if (!found.ok) return found
		return findRefund(found.value)?.status === 'processed' ? found : refused('payment_went_on')
	},
	letter: async (deps, facts) => refundedMail(deps.sender, await mailedPayment(deps, facts)),
	notice: (facts) => noticeOfPayment('Your money has been sent back', facts, 'Your refund was sent.'),
	quietIn: ({ checkout }) => checkout.shop.timeZone,
})

/** The most working days that a bank takes to show a refund. */
const BANK_DAYS = 10

export function refundedMail(sender: MailSender, payment: MailedPayment): Mail {
	return writeMail(sender, {
		subject: `Your ${moneyLabel(payment)} has been sent back: ${payment.shop.name}`,
		title: 'Your money has been sent back',
		blocks: [
			`Your ${moneyLabel(payment)} has been sent back to the card or account you paid from. Banks can take up to ${BANK_DAYS} working days to show it.`,
			paymentFacts(payment),
			mailLink('See your refund', `${sender.origin}${payment.page}`),
			'If it hasn’t arrived by then, give your bank the payment reference, or contact us with it.',
		],
		reason: reasonOfPaymentMail(payment),
	})
}
