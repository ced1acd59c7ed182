import { daysBetween } from '#app/kernel/civil.ts'
import { clockLabelAt, mailedMomentLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import {
	appointmentFacts,
	appointmentLink,
	bankFacts,
	changeDeadlineWords,
	type MailedAppointment,
} from './mailed-appointment.server.ts'

/** 'today at 2:30 PM', 'tomorrow at 9:00 AM': by the shop's clock, relative to now. */
export function appointmentNearLabel(timeZone: ZoneName, startsAt: Instant, now: Instant): string {
	const days = daysBetween(civilAt(timeZone, now).date, civilAt(timeZone, startsAt).date)
	if (days > 1) return `on ${momentLabelAt(timeZone, startsAt)}`
	return `${days === 0 ? 'today' : 'tomorrow'} at ${clockLabelAt(timeZone, startsAt)}`
}

/** A visit is near. */
export function appointmentReminderMail(
	sender: MailSender,
	appointment: MailedAppointment,
	now: Instant,
): Mail {
	const { shop, startsAt } = appointment
	return writeMail(sender, {
		subject: `Reminder: ${shop.name}, ${mailedMomentLabelAt(shop.timeZone, startsAt)}`,
		title: `Your visit is ${appointmentNearLabel(shop.timeZone, startsAt, now)}`,
		blocks: [
			appointmentFacts(appointment),
			...bankFacts(appointment),
			{ kind: 'words', words: 'Please arrive 10 minutes early.' },
			changeDeadlineWords(appointment, now),
			appointmentLink(sender.origin, appointment),
		],
		reason: `You got this because a visit to ${shop.name} was booked with your email.`,
	})
}
