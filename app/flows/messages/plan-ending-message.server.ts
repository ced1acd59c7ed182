import { planEndingMail } from '#app/domain/messaging/plan-ending-mail.server.ts'
import { lastDayShortLabel } from '#app/kernel/date-labels.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { messageKind } from './message-kind.server.ts'
import { subscriptionPayload } from './plan-started-message.server.ts'

/** Gives the link that renews a plan, while it is still to be renewed and ends when the message says (D45). */
export const planEndingMessage = messageKind({
	kind: 'plan_ending',
	payload: subscriptionPayload,
	async isStillTrue({ subscriptions: { planOrders } }, { payload }, now) {
		const plan = await planOrders.subscriptionToMail(payload.subscriptionId)
		if (!plan || plan.cancelledAt !== null || !plan.isOnOffer) return refused('plan_over')
		if (plan.isRenewed || !plan.autoRenews) return refused('plan_not_to_renew')
		return plan.endsAt === payload.endsAt && now < plan.endsAt ? accepted(plan) : refused('plan_moved')
	},
	compose: ({ sender }, plan) => planEndingMail(sender, plan),
	topic: 'plans',
	tell: (plan) => ({
		title: 'Your plan ends soon',
		words: `${plan.title} at ${plan.shop.name}, last day ${lastDayShortLabel(plan.shop.timeZone, plan.endsAt)}`,
		path: `/plans/${plan.planId}/buy?renews=${plan.id}`,
		lockScreen: 'One of your plans ends soon.',
	}),
	quietIn: ({ shop }) => shop.timeZone,
})
