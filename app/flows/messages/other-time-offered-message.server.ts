import { otherTimeOfferedMail } from '#app/domain/messaging/other-time-offered-mail.server.ts'
import { completeBookingPath } from '#app/kernel/booking-paths.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { messageKind } from './message-kind.server.ts'
import { mailedPayment, paymentPayload, readPayment, toldOfPayment } from './payment-message.server.ts'

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
	async compose(deps, { offeredUntilAt, ...facts }) {
		const payment = await mailedPayment(deps, facts, completeBookingPath)
		return otherTimeOfferedMail(deps.sender, payment, offeredUntilAt)
	},
	tell: (facts) => ({
		...toldOfPayment('Choose another time', facts, 'The time you paid for is taken. Choose another one.'),
		words: `The time you paid for at ${facts.checkout.shop.name} is taken. Open our email to choose another time or get a refund.`,
	}),
})
