import * as z from 'zod'
import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { writeMail } from '#app/domain/messaging/mail.ts'
import {
	appointmentFacts,
	appointmentLink,
	bankFacts,
	changeDeadlineWords,
} from '#app/domain/messaging/mailed-appointment.server.ts'
import { reviewPath } from '#app/kernel/booking-paths.ts'
import { daysBetween } from '#app/kernel/civil.ts'
import {
	clockLabelAt,
	mailedDayLabel,
	mailedMomentLabelAt,
	momentLabelAt,
} from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isReminderOver } from '#app/kernel/quiet-hours.server.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'
import {
	appointmentPayload,
	mailedAppointment,
	noticeOfAppointment,
	readAppointmentAhead,
} from './appointment-messages.server.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/**
 * Reminds of a coming visit, at the start for which it was queued. A moved visit has its own reminders. A reminder that
 * waited until the next is dropped.
 */
export const appointmentReminderMessage = messageKind({
	kind: 'visit_reminder',
	payload: z.object({ appointmentId: z.string(), startsAt: z.number(), hoursBefore: z.number() }),
	async isStillTrue(deps, queued, now) {
		const read = await readAppointmentAhead(deps, queued, now)
		if (!read.ok) return read
		const { startsAt, shop } = read.value
		if (startsAt !== queued.payload.startsAt) return refused('appointment_moved')
		return isReminderOver(shop.timeZone, queued.payload, now) ? refused('too_old') : accepted(read.value)
	},
	async letter(deps, appointment, now) {
		const { shop, startsAt } = appointment
		const mailed = await mailedAppointment(deps, appointment)
		return writeMail(deps.sender, {
			subject: `Reminder: ${shop.name}, ${mailedMomentLabelAt(shop.timeZone, startsAt)}`,
			title: `Your visit is ${appointmentNearLabel(shop.timeZone, startsAt, now)}`,
			blocks: [
				appointmentFacts(mailed),
				...bankFacts(mailed),
				'Please arrive 10 minutes early.',
				changeDeadlineWords(mailed, now),
				appointmentLink(deps.sender.origin, mailed),
			],
			reason: `You got this because a visit to ${shop.name} was booked with your email.`,
		})
	},
	topic: 'reminders',
	notice: (appointment, now) => {
		const near = `Your visit is ${appointmentNearLabel(appointment.shop.timeZone, appointment.startsAt, now)}`
		return noticeOfAppointment(near, appointment, `${near}.`)
	},
	quietIn: ({ shop }) => shop.timeZone,
})

/** 'today at 2:30 PM', 'tomorrow at 9:00 AM': by the shop's clock. */
function appointmentNearLabel(timeZone: ZoneName, startsAt: Instant, now: Instant): string {
	const days = daysBetween(civilAt(timeZone, now).date, civilAt(timeZone, startsAt).date)
	if (days > 1) return `on ${momentLabelAt(timeZone, startsAt)}`
	return `${days === 0 ? 'today' : 'tomorrow'} at ${clockLabelAt(timeZone, startsAt)}`
}

/** Requests a review the day after a visit, while it is possible. */
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
	// Programs that scan mails open links too, so a link only chooses the stars.
	letter: ({ sender }, { token, shopName, serviceName, date }) =>
		writeMail(sender, {
			subject: `How was ${shopName}?`,
			title: `How was your visit to ${shopName}?`,
			blocks: [
				`${serviceName}, ${mailedDayLabel(date)}. Tap to rate it.`,
				{
					kind: 'choices',
					choices: stars.map(({ count, words }) => ({
						label: `${'★'.repeat(count)}${'☆'.repeat(5 - count)} ${words}`,
						href: `${sender.origin}${reviewPath(token, count)}`,
					})),
				},
				'Your review helps the shop and other customers.',
			],
			reason: `You got this because a visit to ${shopName} was booked with your email.`,
		}),
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
