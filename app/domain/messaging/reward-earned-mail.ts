import { type Mail, type MailSender, writeMail } from './mail.ts'

/**
 * A visit has earned a reward. Its code is not mailed: who reads the mail may be another. Without descriptions it has
 * none of the shop's own words, for an address that never proved itself (D33).
 */
export function rewardEarnedMail(
	sender: MailSender,
	{ shopName, descriptions, isToShow }: { shopName: string; descriptions: string[]; isToShow: boolean },
): Mail {
	const what = descriptions.length === 0 ? 'a reward' : descriptions.join(' and ')
	return writeMail(sender, {
		subject: `You earned ${what} at ${shopName}`,
		title: `You earned ${what}`,
		blocks: [
			{
				kind: 'words',
				words: isToShow
					? `Your last visit to ${shopName} earned it. It’s ready: use it with your next booking, or show its code at the shop.`
					: `Your last visit to ${shopName} earned it. It was added to your cashback there.`,
			},
			isToShow
				? { kind: 'link', label: 'See My Rewards', href: `${sender.origin}/rewards` }
				: { kind: 'link', label: 'See my wallet', href: `${sender.origin}/wallet` },
		],
		reason: `You got this because you collect stamps at ${shopName}.`,
	})
}
