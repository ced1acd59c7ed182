import * as z from 'zod'
import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
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
	letter: ({ sender }, order) => planOrderedMail(sender, order),
	notice: ({ plan, shop, referenceNumber }) => ({
		title: `Your order number: ${referenceNumber}`,
		words: `${plan.title}: pay at ${shop.name} to start it`,
		path: '/subscriptions',
		lockScreen: 'Your order is waiting for payment.',
	}),
})

/** What the mail about an order tells. */
type MailedOrder = {
	referenceNumber: string
	plan: { title: string }
	shop: { name: string; timeZone: ZoneName }
	totalKobo: Kobo
	cashbackKobo: Kobo
	expiresAt: Instant
}

/** A plan is ordered, and starts once it is paid at the shop. */
function planOrderedMail(
	sender: MailSender,
	{ referenceNumber, plan, shop, totalKobo, cashbackKobo, expiresAt }: MailedOrder,
): Mail {
	return writeMail(sender, {
		subject: `Your order at ${shop.name}: ${referenceNumber}`,
		title: `Your order number: ${referenceNumber}`,
		blocks: [
			{ kind: 'words', words: `Say it at ${shop.name} when you pay. Your plan starts right away.` },
			{
				kind: 'facts',
				facts: [
					{ label: 'What', value: plan.title },
					{ label: 'Where', value: shop.name },
					{ label: 'To pay', value: formatNaira(totalKobo - cashbackKobo) },
					{ label: 'Until', value: mailedMomentLabelAt(shop.timeZone, expiresAt) },
				],
			},
			{
				kind: 'link',
				label: 'Pay online instead, or cancel the order',
				href: `${sender.origin}/subscriptions`,
			},
		],
		reason: `You got this because you ordered a plan at ${shop.name}.`,
	})
}
