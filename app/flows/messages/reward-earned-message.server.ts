import { type Mail, type MailSender, mailLink, writeMail } from '#app/domain/messaging/mail.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { appointmentPayload } from './appointment-messages.server.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** Tells of the rewards that a visit earned, unless they were reversed (B9). */
export const rewardEarnedMessage = messageKind({
	kind: 'reward_earned',
	payload: appointmentPayload,
	async isStillTrue({ loyalty: { standings } }, queued, now) {
		const rewards = await standings.rewardsOfAppointment(queued.payload.appointmentId)
		const [first] = rewards
		if (!first) return refused('reward_taken_back')
		if (isOldNews(queued, now)) return refused('too_old')
		const { shopName, timeZone, isEmailProven } = first
		return accepted({
			shopName,
			timeZone,
			isEmailProven,
			descriptions: rewards.map(({ description }) => description),
			isToShow: rewards.some(({ rewardKind }) => rewardKind !== 'cashback'),
		})
	},
	letter: ({ sender }, { isEmailProven, descriptions, ...earned }) =>
		rewardEarnedMail(sender, { ...earned, descriptions: isEmailProven ? descriptions : [] }),
	topic: 'rewards',
	notice: ({ descriptions, shopName, isToShow }) => ({
		title: `You earned ${descriptions.join(' and ')}`,
		words: isToShow ? `At ${shopName}. It is ready to use.` : `At ${shopName}. It is in your cashback.`,
		path: isToShow ? '/rewards' : '/wallet',
		lockScreen: 'You earned a reward.',
	}),
	quietIn: ({ timeZone }) => timeZone,
})

/**
 * The code is not mailed: another person may read the mail. An unproven address gets none of the shop's own words
 * (D33).
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
			isToShow
				? `Your last visit to ${shopName} earned it. It’s ready: use it with your next booking, or show its code at the shop.`
				: `Your last visit to ${shopName} earned it. It was added to your cashback there.`,
			isToShow
				? mailLink('See My Rewards', `${sender.origin}/rewards`)
				: mailLink('See my wallet', `${sender.origin}/wallet`),
		],
		reason: `You got this because you collect stamps at ${shopName}.`,
	})
}
