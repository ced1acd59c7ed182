import { refundedMail } from '#app/domain/messaging/refunded-mail.server.ts'
import { refused } from '#app/kernel/outcome.ts'
import { messageKind } from './message-kind.server.ts'
import {
	mailedPayment,
	paymentPayload,
	readPayment,
	refundOf,
	toldOfPayment,
} from './payment-message.server.ts'

/** Tells that the provider has sent a refund. */
export const refundedMessage = messageKind({
	kind: 'refunded',
	payload: paymentPayload,
	async isStillTrue(deps, queued, now) {
		const found = await readPayment(deps, queued, now)
		if (!found.ok) return found
		return refundOf(found.value)?.status === 'processed' ? found : refused('payment_went_on')
	},
	compose: async (deps, facts) => refundedMail(deps.sender, await mailedPayment(deps, facts)),
	tell: (facts) => toldOfPayment('Your money has been sent back', facts, 'Your refund was sent.'),
	quietIn: ({ checkout }) => checkout.shop.timeZone,
})
