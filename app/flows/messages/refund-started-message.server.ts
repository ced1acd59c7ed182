import { refundStartedMail } from '#app/domain/messaging/refund-started-mail.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { messageKind } from './message-kind.server.ts'
import { mailedPayment, paymentPayload, readPayment } from './payment-message.server.ts'

/** Tells that a payment is being refunded, and why, until the money has arrived. */
export const refundStartedMessage = messageKind({
	kind: 'refund_started',
	payload: paymentPayload,
	async isStillTrue(deps, queued, now) {
		const found = await readPayment(deps, queued, now)
		if (!found.ok) return found
		const { refund } = found.value.payment
		return refund && refund.status !== 'processed'
			? accepted({ ...found.value, reason: refund.reason })
			: refused('payment_went_on')
	},
	compose: async (deps, { reason, ...facts }) =>
		refundStartedMail(deps.sender, await mailedPayment(deps, facts), reason),
})
