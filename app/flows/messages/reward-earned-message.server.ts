import { rewardEarnedMail } from '#app/domain/messaging/reward-earned-mail.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { appointmentPayload } from './appointment-message.server.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** Tells of the rewards that a visit earned, while they stand (B9). */
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
	compose: ({ sender }, { isEmailProven, descriptions, ...earned }) =>
		rewardEarnedMail(sender, { ...earned, descriptions: isEmailProven ? descriptions : [] }),
	topic: 'rewards',
	tell: ({ descriptions, shopName, isToShow }) => ({
		title: `You earned ${descriptions.join(' and ')}`,
		words: isToShow ? `At ${shopName}. It is ready to use.` : `At ${shopName}. It is in your cashback.`,
		path: isToShow ? '/rewards' : '/wallet',
		lockScreen: 'You earned a reward.',
	}),
	quietIn: ({ timeZone }) => timeZone,
})
