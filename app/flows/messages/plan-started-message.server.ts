import * as z from 'zod'
import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import { type MailedPlan, mailedDayLabelAt, planFacts } from '#app/domain/messaging/mailed-plan.server.ts'
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
	letter: ({ sender }, plan) => planStartedMail(sender, plan),
	notice: (plan) => ({
		title: 'Your plan has started',
		words: `${plan.title} at ${plan.shop.name}`,
		path: `/subscriptions/${plan.id}`,
		lockScreen: 'Your plan has started.',
	}),
})

/** A plan was paid for, and runs or is about to. */
function planStartedMail(sender: MailSender, plan: MailedPlan): Mail {
	const { shop, title, startsAt } = plan
	return writeMail(sender, {
		subject: `Your plan at ${shop.name}: ${title}`,
		title: 'Your plan is paid for',
		blocks: [
			{ kind: 'words', words: `It starts on ${mailedDayLabelAt(shop.timeZone, startsAt)}.` },
			planFacts(plan),
			{
				kind: 'link',
				label: 'See your subscription',
				href: `${sender.origin}/subscriptions/${plan.id}`,
			},
			{
				kind: 'words',
				words: 'Cancel within 7 days and, if you haven’t used it, you get all your money back.',
			},
		],
		reason: `You got this because you bought a plan at ${shop.name}.`,
	})
}
