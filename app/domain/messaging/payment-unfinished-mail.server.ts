import type { Instant } from '#app/kernel/instant.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedPayment, paymentFacts, reasonOfPaymentMail } from './mailed-payment.server.ts'
import { momentLabel } from './mailed-visit.server.ts'

/** A payment was started and has not come; sent only while the time that it is for is kept (R36). */
export function paymentUnfinishedMail(
	sender: MailSender,
	payment: MailedPayment,
	keptUntilAt: Instant,
): Mail {
	const { shop } = payment
	return writeMail(sender, {
		subject: `Your payment to ${shop.name} is not finished`,
		title: 'Your payment is not finished',
		blocks: [
			{
				kind: 'words',
				words: `Your time is kept until ${momentLabel(shop.timeZone, keptUntilAt)}. It is booked when your payment arrives.`,
			},
			paymentFacts(payment),
			{ kind: 'link', label: 'Finish or check your payment', href: `${sender.origin}${payment.page}` },
			{
				kind: 'words',
				words:
					'You have paid already? Open the same link: it asks for your payment, and nothing is paid twice.',
			},
		],
		reason: reasonOfPaymentMail(payment),
	})
}
