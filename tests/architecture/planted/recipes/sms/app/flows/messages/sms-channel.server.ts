import { type Channel, oneByOne } from './channel.server.ts'

/** Stands for a gateway: what it was given. */
export const texts: { to: string; words: string }[] = []

/** Reaches the phone number of a message whose reader has no device that shows it. */
export const smsChannel: Channel = {
	name: 'sms',
	form: 'notice',
	carries: 'by_choice',
	open: () =>
		oneByOne(5, async ({ message, notice }) => {
			const to = message.recipientPhone
			if (to === null || notice === null)
				return { outcome: 'unreached', why: 'is not sent: it has no phone number' }
			texts.push({ to, words: `${notice.title}. ${notice.words}` })
			return { outcome: 'taken' }
		}),
}
