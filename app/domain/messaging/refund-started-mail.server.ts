import type { RefundReason } from '#app/kernel/vocabulary.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedPayment, moneyLabel, paymentFacts, reasonOfPaymentMail } from './mailed-payment.server.ts'

const reasonWords: Record<RefundReason, string> = {
	cancelled: 'The visit that it was for was cancelled.',
	second_payment: 'The visit that it was for had been paid or booked before.',
	time_lost: 'The time that it was for was gone when it came, and no other time was chosen.',
	offer_declined: 'The time that it was for was gone when it came, and you asked for your money back.',
	promo_used_up: 'The promo code that it was made with was used up before it came.',
	amount_mismatch: 'It is not the amount that was asked for.',
	currency_mismatch: 'It was not made in naira.',
	by_operator: 'We decided to give it back.',
	dispute_lost: 'Your bank asked for it on your behalf.',
}

/** Money is on its way back: one payment of two, one whose time is gone … The customer learns why. */
export function refundStartedMail(sender: MailSender, payment: MailedPayment, reason: RefundReason): Mail {
	return writeMail(sender, {
		subject: `We are giving your ${moneyLabel(payment)} back: ${payment.shop.name}`,
		title: `We are giving your ${moneyLabel(payment)} back`,
		blocks: [
			{
				kind: 'words',
				words: `We have received this payment, and give all of it back. ${reasonWords[reason]}`,
			},
			paymentFacts(payment),
			{
				kind: 'words',
				words:
					'You need not do anything: it goes back to where it came from, and we write again when it is sent.',
			},
			{ kind: 'link', label: 'See where your money is', href: `${sender.origin}${payment.page}` },
		],
		reason: reasonOfPaymentMail(payment),
	})
}
