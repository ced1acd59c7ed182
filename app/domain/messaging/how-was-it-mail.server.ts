import { mailedDayLabel } from '#app/kernel/date-labels.server.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'

const stars = [
	{ count: 5, words: 'Excellent' },
	{ count: 4, words: 'Good' },
	{ count: 3, words: 'Okay' },
	{ count: 2, words: 'Not good' },
	{ count: 1, words: 'Bad' },
]

/** Asks for a review. A link only opens the page with its stars chosen: programs that scan mails open links too. */
export function howWasItMail(
	sender: MailSender,
	{ shopName, serviceName, date }: { shopName: string; serviceName: string; date: string },
	pathOf: (stars: number) => string,
): Mail {
	return writeMail(sender, {
		subject: `How was ${shopName}?`,
		title: `How was your visit to ${shopName}?`,
		blocks: [
			{ kind: 'words', words: `${serviceName}, ${mailedDayLabel(date)}. Tap to rate it.` },
			{
				kind: 'choices',
				choices: stars.map(({ count, words }) => ({
					label: `${'★'.repeat(count)}${'☆'.repeat(5 - count)} ${words}`,
					href: `${sender.origin}${pathOf(count)}`,
				})),
			},
			{ kind: 'words', words: 'Your review helps the shop and other customers.' },
		],
		reason: `You got this because a visit to ${shopName} was booked with your email.`,
	})
}
