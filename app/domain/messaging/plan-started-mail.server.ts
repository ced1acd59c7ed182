import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedPlan, mailedDayLabelAt, planFacts } from './mailed-plan.server.ts'

/** A plan was paid for, and runs or is about to. */
export function planStartedMail(sender: MailSender, plan: MailedPlan): Mail {
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
