import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import { type MailedPlan, planFacts } from '#app/domain/messaging/mailed-plan.server.ts'
import { lastDayMailedLabel, lastDayShortLabel } from '#app/kernel/date-labels.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
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
	letter: ({ sender }, plan) => planEndingMail(sender, plan),
	topic: 'plans',
	notice: (plan) => ({
		title: 'Your plan ends soon',
		words: `${plan.title} at ${plan.shop.name}, last day ${lastDayShortLabel(plan.shop.timeZone, plan.endsAt)}`,
		path: `/plans/${plan.planId}/buy?renews=${plan.id}`,
		lockScreen: 'One of your plans ends soon.',
	}),
	quietIn: ({ shop }) => shop.timeZone,
})

/** A plan ends soon, and its holder asked to be told: paying renews it, and nothing is charged by itself (D45). */
function planEndingMail(sender: MailSender, plan: MailedPlan): Mail {
	const { shop, title, endsAt, priceKobo, paidKobo } = plan
	const lastDay = lastDayMailedLabel(shop.timeZone, endsAt)
	const price = formatNaira(priceKobo)
	return writeMail(sender, {
		subject: `${title} at ${shop.name} ends on ${lastDay}`,
		title: 'Your plan ends soon',
		blocks: [
			{
				kind: 'words',
				words:
					priceKobo === paidKobo
						? `Its last day is ${lastDay}. The next period costs ${price}.`
						: `Its last day is ${lastDay}. The price has changed: the next period costs ${price}, and you paid ${formatNaira(paidKobo)}.`,
			},
			planFacts(plan),
			{
				kind: 'link',
				label: `Renew for ${price}`,
				href: `${sender.origin}/plans/${plan.planId}/buy?renews=${plan.id}`,
			},
			{ kind: 'words', words: 'If you do nothing, it ends. We never charge you automatically.' },
		],
		reason: `You got this because you asked to be reminded of your plan at ${shop.name}.`,
	})
}
