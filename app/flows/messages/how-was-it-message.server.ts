import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { howWasItMail } from '#app/domain/messaging/how-was-it-mail.server.ts'
import { reviewPath } from '#app/kernel/booking-paths.ts'
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
	compose: ({ sender }, { token, ...appointment }) =>
		howWasItMail(sender, appointment, (stars) => reviewPath(token, stars)),
	topic: 'reviews',
	tell: ({ appointmentId, shopName, serviceName }) => ({
		title: 'How was it?',
		words: `${serviceName} at ${shopName}`,
		path: reviewPath(appointmentId),
		lockScreen: 'How was your visit?',
	}),
	quietIn: ({ timeZone }) => timeZone,
})
