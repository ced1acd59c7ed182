import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'

/** What the mail about an order tells. */
export type MailedOrder = {
	referenceNumber: string
	plan: { title: string }
	shop: { name: string; timeZone: ZoneName }
	totalKobo: Kobo
	cashbackKobo: Kobo
	expiresAt: Instant
}

/** A plan is ordered, and starts once it is paid at the shop. */
export function planOrderedMail(
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
