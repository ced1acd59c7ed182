import type { RefundReason } from '#app/kernel/vocabulary/payments.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedPayment, moneyLabel, paymentFacts, reasonOfPaymentMail } from './mailed-payment.server.ts'

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

/** A refund was decided: of a second payment, of a payment whose time is gone … The mail tells why (R30). */
export function refundStartedMail(sender: MailSender, payment: MailedPayment, reason: RefundReason): Mail {
	return writeMail(sender, {
		subject: `We are refunding your ${moneyLabel(payment)}: ${payment.shop.name}`,
		title: `We are refunding your ${moneyLabel(payment)}`,
		blocks: [
			{
				kind: 'words',
				words: `We received your payment and are refunding it in full. ${reasonWords[reason]}`,
			},
			paymentFacts(payment),
			{
				kind: 'words',
				words:
					'You don’t need to do anything. The refund goes to the card or account you paid from, and we’ll email you when it is sent.',
			},
			{ kind: 'link', label: 'See your refund', href: `${sender.origin}${payment.page}` },
		],
		reason: reasonOfPaymentMail(payment),
	})
}
