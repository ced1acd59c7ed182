import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import {
	type MailedPayment,
	moneyLabel,
	paymentFacts,
	reasonOfPaymentMail,
} from '#app/domain/messaging/mailed-payment.server.ts'
import { completeBookingPath } from '#app/kernel/booking-paths.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { messageKind } from './message-kind.server.ts'
import { mailedPayment, noticeOfPayment, paymentPayload, readPayment } from './payment-message.server.ts'

/** Tells that other times are offered for a payment, while the offer is open (K25). */
export const otherTimeOfferedMessage = messageKind({
	kind: 'other_time_offered',
	payload: paymentPayload,
	async isStillTrue(deps, queued, now) {
		const found = await readPayment(deps, queued, now)
		if (!found.ok) return found
		const { received } = found.value.payment
		const offeredUntilAt = received?.outcome === 'offered' ? received.offerExpiresAt : null
		return offeredUntilAt !== null && offeredUntilAt > now
			? accepted({ ...found.value, offeredUntilAt })
			: refused('payment_went_on')
	},
	async letter(deps, { offeredUntilAt, ...facts }) {
		const payment = await mailedPayment(deps, facts, completeBookingPath)
		return otherTimeOfferedMail(deps.sender, payment, offeredUntilAt)
	},
	notice: (facts) => ({
		...noticeOfPayment('Choose another time', facts, 'The time you paid for is taken. Choose another one.'),
		words: `The time you paid for at ${facts.checkout.shop.name} is taken. Open our email to choose another time or get a refund.`,
	}),
})

/** A payment arrived after its time was gone. The money waits for another time, or is refunded (K25). */
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
