import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedPayment, moneyLabel, paymentFacts, reasonOfPaymentMail } from './mailed-payment.server.ts'

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
