import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedPayment, paymentFacts, reasonOfPaymentMail } from './mailed-payment.server.ts'

/** A payment was started and has not arrived. The mail is sent only while the time is held (R36). */
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
				words: `We’re holding your time until ${mailedMomentLabelAt(shop.timeZone, keptUntilAt)}, and book it when your payment arrives.`,
			},
			paymentFacts(payment),
			{ kind: 'link', label: 'Finish or check your payment', href: `${sender.origin}${payment.page}` },
			{
				kind: 'words',
				words: 'Already paid? Open the same link: it checks your payment, and you won’t be charged twice.',
			},
		],
		reason: reasonOfPaymentMail(payment),
	})
}
