import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import {
	type MailedPayment,
	paymentFacts,
	reasonOfPaymentMail,
} from '#app/domain/messaging/mailed-payment.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { type MessageDeps, messageKind } from './message-kind.server.ts'
import { mailedPayment, paymentPayload, readPayment } from './payment-message.server.ts'

/** Reminds of a payment that was started (R36), while its checkout is not booked and an attempt is open. */
export const paymentUnfinishedMessage = messageKind({
	kind: 'payment_unfinished',
	payload: paymentPayload,
	async isStillTrue(deps, queued, now) {
		const found = await readPayment(deps, queued, now)
		if (!found.ok) return found
		const { checkout } = found.value
		const payment = await openAttemptOf(deps, found.value.payment, now)
		return payment && checkout.bookedAppointmentId === null
			? accepted({ ...found.value, payment })
			: refused('payment_went_on')
	},
	letter: async (deps, facts) =>
		paymentUnfinishedMail(deps.sender, await mailedPayment(deps, facts), facts.payment.expiresAt),
})

/** The newest attempt of the draft, if it is open and for the checkout of the message; null otherwise. */
async function openAttemptOf(
	{ payments: { attempts } }: MessageDeps,
	{ draftId, checkoutId }: Payment,
	now: Instant,
) {
	const [newest] = await attempts.paymentsOfDraft(draftId)
	if (newest?.checkoutId !== checkoutId) return null
	const isOpen = newest.status === 'created' || newest.status === 'open'
	return isOpen && newest.expiresAt > now ? newest : null
}

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
