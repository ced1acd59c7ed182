import { lastDayMailedLabel } from '#app/kernel/date-labels.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedPlan, planFacts } from './mailed-plan.server.ts'

/** A plan ends soon, and its holder asked to be told: paying renews it, and nothing is charged by itself (D45). */
export function planEndingMail(sender: MailSender, plan: MailedPlan): Mail {
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
