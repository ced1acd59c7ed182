import * as z from 'zod'
import { planStartedMail } from '#app/domain/messaging/plan-started-mail.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** The payload of messages about a subscription. `endsAt` is the end that it had when the message was queued. */
export const subscriptionPayload = z.object({ subscriptionId: z.string(), endsAt: z.number() })

/** Tells that a plan is paid for. */
export const planStartedMessage = messageKind({
	kind: 'plan_started',
	payload: subscriptionPayload,
	async isStillTrue({ subscriptions: { planOrders } }, queued, now) {
		const plan = await planOrders.subscriptionToMail(queued.payload.subscriptionId)
		if (!plan || plan.cancelledAt !== null) return refused('plan_cancelled')
		return isOldNews(queued, now) ? refused('too_old') : accepted(plan)
	},
	compose: ({ sender }, plan) => planStartedMail(sender, plan),
	tell: (plan) => ({
		title: 'Your plan has started',
		words: `${plan.title} at ${plan.shop.name}`,
		path: `/subscriptions/${plan.id}`,
		lockScreen: 'Your plan has started.',
	}),
})
