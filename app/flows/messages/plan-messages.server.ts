import * as z from 'zod'
import { mailFacts, mailLink, writeMail } from '#app/domain/messaging/mail.ts'
import { mailedDayLabelAt, planFacts } from '#app/domain/messaging/mailed-facts.server.ts'
import { lastDayMailedLabel, lastDayShortLabel, mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** Tells the number of an order to pay at the shop (D62). */
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
	letter: ({ sender }, { referenceNumber, plan, shop, totalKobo, cashbackKobo, expiresAt }) =>
		writeMail(sender, {
			subject: `Your order at ${shop.name}: ${referenceNumber}`,
			title: `Your order number: ${referenceNumber}`,
			blocks: [
				`Say it at ${shop.name} when you pay. Your plan starts right away.`,
				mailFacts([
					{ label: 'What', value: plan.title },
					{ label: 'Where', value: shop.name },
					{ label: 'To pay', value: formatNaira(totalKobo - cashbackKobo) },
					{ label: 'Until', value: mailedMomentLabelAt(shop.timeZone, expiresAt) },
				]),
				mailLink('Pay online instead, or cancel the order', `${sender.origin}/subscriptions`),
			],
			reason: `You got this because you ordered a plan at ${shop.name}.`,
		}),
	notice: ({ plan, shop, referenceNumber }) => ({
		title: `Your order number: ${referenceNumber}`,
		words: `${plan.title}: pay at ${shop.name} to start it`,
		path: '/subscriptions',
		lockScreen: 'Your order is waiting for payment.',
	}),
})

/** `endsAt` is the end when the message was queued. */
const subscriptionPayload = z.object({ subscriptionId: z.string(), endsAt: z.number() })

export const planStartedMessage = messageKind({
	kind: 'plan_started',
	payload: subscriptionPayload,
	async isStillTrue({ subscriptions: { planOrders } }, queued, now) {
		const plan = await planOrders.subscriptionToMail(queued.payload.subscriptionId)
		if (!plan || plan.cancelledAt !== null) return refused('plan_cancelled')
		return isOldNews(queued, now) ? refused('too_old') : accepted(plan)
	},
	// The plan runs, or begins later.
	letter({ sender }, plan) {
		const { shop, title, startsAt } = plan
		return writeMail(sender, {
			subject: `Your plan at ${shop.name}: ${title}`,
			title: 'Your plan is paid for',
			blocks: [
				`It starts on ${mailedDayLabelAt(shop.timeZone, startsAt)}.`,
				planFacts(plan),
				mailLink('See your subscription', `${sender.origin}/subscriptions/${plan.id}`),
				'Cancel within 7 days and, if you haven’t used it, you get all your money back.',
			],
			reason: `You got this because you bought a plan at ${shop.name}.`,
		})
	},
	notice: (plan) => ({
		title: 'Your plan has started',
		words: `${plan.title} at ${plan.shop.name}`,
		path: `/subscriptions/${plan.id}`,
		lockScreen: 'Your plan has started.',
	}),
})

/** Sends the renewal link, while the plan still ends when the message says (D45). */
export const planEndingMessage = messageKind({
	kind: 'plan_ending',
	payload: subscriptionPayload,
	async isStillTrue({ subscriptions: { planOrders } }, { payload }, now) {
		const plan = await planOrders.subscriptionToMail(payload.subscriptionId)
		if (!plan || plan.cancelledAt !== null || !plan.isOnOffer) return refused('plan_over')
		if (plan.isRenewed || !plan.autoRenews) return refused('plan_not_to_renew')
		return plan.endsAt === payload.endsAt && now < plan.endsAt ? accepted(plan) : refused('plan_moved')
	},
	// Nothing is charged automatically (D45).
	letter({ sender }, plan) {
		const { shop, title, endsAt, priceKobo, paidKobo } = plan
		const lastDay = lastDayMailedLabel(shop.timeZone, endsAt)
		const price = formatNaira(priceKobo)
		return writeMail(sender, {
			subject: `${title} at ${shop.name} ends on ${lastDay}`,
			title: 'Your plan ends soon',
			blocks: [
				priceKobo === paidKobo
					? `Its last day is ${lastDay}. The next period costs ${price}.`
					: `Its last day is ${lastDay}. The price has changed: the next period costs ${price}, and you paid ${formatNaira(paidKobo)}.`,
				planFacts(plan),
				mailLink(`Renew for ${price}`, `${sender.origin}/plans/${plan.planId}/buy?renews=${plan.id}`),
				'If you do nothing, it ends. We never charge you automatically.',
			],
			reason: `You got this because you asked to be reminded of your plan at ${shop.name}.`,
		})
	},
	topic: 'plans',
	notice: (plan) => ({
		title: 'Your plan ends soon',
		words: `${plan.title} at ${plan.shop.name}, last day ${lastDayShortLabel(plan.shop.timeZone, plan.endsAt)}`,
		path: `/plans/${plan.planId}/buy?renews=${plan.id}`,
		lockScreen: 'One of your plans ends soon.',
	}),
	quietIn: ({ shop }) => shop.timeZone,
})
