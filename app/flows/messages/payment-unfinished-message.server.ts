import { paymentUnfinishedMail } from '#app/domain/messaging/payment-unfinished-mail.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
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
	compose: async (deps, facts) =>
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
