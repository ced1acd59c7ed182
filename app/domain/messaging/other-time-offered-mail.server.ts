import type { Instant } from '#app/kernel/instant.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedPayment, moneyLabel, paymentFacts, reasonOfPaymentMail } from './mailed-payment.server.ts'
import { momentLabel } from './mailed-visit.server.ts'

/** A payment came when its time was gone: it waits for another time, or goes back. */
export function otherTimeOfferedMail(
	sender: MailSender,
	payment: MailedPayment,
	offeredUntilAt: Instant,
): Mail {
	const { shop } = payment
	return writeMail(sender, {
		subject: `Choose another time at ${shop.name}: your payment arrived late`,
		title: 'Choose another time',
		blocks: [
			{
				kind: 'words',
				words: `Your payment of ${moneyLabel(payment)} arrived, but after the time that was kept for you: somebody else has that time now. Your money is safe.`,
			},
			paymentFacts(payment),
			{ kind: 'link', label: 'Choose another time', href: `${sender.origin}${payment.page}` },
			{
				kind: 'words',
				words: `You can choose until ${momentLabel(shop.timeZone, offeredUntilAt)}, or have your money back there. After that we give it back by ourselves.`,
			},
		],
		reason: reasonOfPaymentMail(payment),
	})
}
