import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedPayment, moneyLabel, paymentFacts, reasonOfPaymentMail } from './mailed-payment.server.ts'

/** What banks take at most, in working days, until a refund shows on an account. */
const BANK_DAYS = 10

/** Money has been sent back. */
export function refundedMail(sender: MailSender, payment: MailedPayment): Mail {
	return writeMail(sender, {
		subject: `Your ${moneyLabel(payment)} has been sent back: ${payment.shop.name}`,
		title: 'Your money has been sent back',
		blocks: [
			{
				kind: 'words',
				words: `Your ${moneyLabel(payment)} has been sent back to where it came from. Banks take up to ${BANK_DAYS} working days to show it.`,
			},
			paymentFacts(payment),
			{ kind: 'link', label: 'See what became of your payment', href: `${sender.origin}${payment.page}` },
			{
				kind: 'words',
				words: 'It is not there by then? Give your bank the payment reference, or write to us with it.',
			},
		],
		reason: reasonOfPaymentMail(payment),
	})
}
