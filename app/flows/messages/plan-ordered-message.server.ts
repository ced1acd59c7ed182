import * as z from 'zod'
import { planOrderedMail } from '#app/domain/messaging/plan-ordered-mail.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** Tells the number of an order that is to be paid at the shop (D62). */
export const planOrderedMessage = messageKind({
	kind: 'plan_ordered',
	payload: z.object({ checkoutId: z.string() }),
	async isStillTrue({ subscriptions: { planOrders } }, queued, now) {
		const order = await planOrders.orderOfCheckout(queued.payload.checkoutId, now)
		if (!order || order.endedAt !== null || order.subscriptionId !== null) return refused('order_ended')
		const { expiresAt } = order
		if (expiresAt === null || expiresAt <= now || isOldNews(queued, now)) return refused('too_old')
		return accepted({ ...order, expiresAt })
	},
	compose: ({ sender }, order) => planOrderedMail(sender, order),
	tell: ({ plan, shop, referenceNumber }) => ({
		title: `Your order number: ${referenceNumber}`,
		words: `${plan.title}: pay at ${shop.name} to start it`,
		path: '/subscriptions',
		lockScreen: 'Your order is waiting for payment.',
	}),
})
