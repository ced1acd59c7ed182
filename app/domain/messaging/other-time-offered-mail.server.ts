import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedPayment, moneyLabel, paymentFacts, reasonOfPaymentMail } from './mailed-payment.server.ts'

/** A payment arrived after its time was gone. The money waits for another time, or is refunded (R28). */
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
				words: `Your payment of ${moneyLabel(payment)} arrived after our hold on your time had ended, and the time is no longer available. Your money is safe.`,
			},
			paymentFacts(payment),
			{ kind: 'link', label: 'Choose another time', href: `${sender.origin}${payment.page}` },
			{
				kind: 'words',
				words: `You can choose another time or ask for a refund until ${mailedMomentLabelAt(shop.timeZone, offeredUntilAt)}. After that we’ll refund you automatically.`,
			},
		],
		reason: reasonOfPaymentMail(payment),
	})
}
