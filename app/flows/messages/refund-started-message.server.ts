import { refundStartedMail } from '#app/domain/messaging/refund-started-mail.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import type { RefundReason } from '#app/kernel/vocabulary/payments.ts'
import { messageKind } from './message-kind.server.ts'
import { mailedPayment, paymentPayload, readPayment, toldOfPayment } from './payment-message.server.ts'

/** What the customer has just done themselves; a time or a code that was lost is the answer to their payment. */
const askedFor: readonly RefundReason[] = [
	'offer_declined',
	'plan_cancelled',
	'second_payment',
	'promo_used_up',
	'plan_not_on_offer',
]

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
	tell: (facts) => toldOfPayment('Your money is on its way back', facts, 'Your refund has started.'),
	quietIn: ({ reason, checkout }) => (askedFor.includes(reason) ? null : checkout.shop.timeZone),
})
