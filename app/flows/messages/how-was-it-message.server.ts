import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import { reviewPath } from '#app/kernel/booking-paths.ts'
import { mailedDayLabel } from '#app/kernel/date-labels.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { appointmentPayload } from './appointment-message.server.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** Asks how a visit was, the day after; not once it is reviewed, or cannot be reviewed after all. */
export const howWasItMessage = messageKind({
	kind: 'how_was_it',
	payload: appointmentPayload,
	async isStillTrue({ booking: { reviews }, cookieKeys }, queued, now) {
		const { appointmentId } = queued.payload
		const appointment = await reviews.appointmentToReview(null, appointmentId)
		if (!appointment) return refused('appointment_not_reviewable')
		if (appointment.review) return refused('reviewed')
		if (isOldNews(queued, now)) return refused('too_old')
		return accepted({
			...appointment,
			appointmentId,
			token: await signBookingLink(cookieKeys, appointmentId),
		})
	},
	letter: ({ sender }, { token, ...appointment }) =>
		howWasItMail(sender, appointment, (stars) => reviewPath(token, stars)),
	topic: 'reviews',
	notice: ({ appointmentId, shopName, serviceName }) => ({
		title: 'How was it?',
		words: `${serviceName} at ${shopName}`,
		path: reviewPath(appointmentId),
		lockScreen: 'How was your visit?',
	}),
	quietIn: ({ timeZone }) => timeZone,
})

const stars = [
	{ count: 5, words: 'Excellent' },
	{ count: 4, words: 'Good' },
	{ count: 3, words: 'Okay' },
	{ count: 2, words: 'Not good' },
	{ count: 1, words: 'Bad' },
]

/** Asks for a review. A link only opens the page with its stars chosen: programs that scan mails open links too. */
function howWasItMail(
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
