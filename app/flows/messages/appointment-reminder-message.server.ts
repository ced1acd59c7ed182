import * as z from 'zod'
import {
	appointmentNearLabel,
	appointmentReminderMail,
} from '#app/domain/messaging/appointment-reminder-mail.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isReminderOver } from '#app/kernel/quiet-hours.server.ts'
import {
	appointmentNotification,
	mailedAppointment,
	readAppointmentAhead,
} from './appointment-message.server.ts'
import { messageKind } from './message-kind.server.ts'

/**
 * Reminds of a visit that is still to come, at the start for which it was queued: one that was moved has reminders of
 * its own. One that was kept until the next reminder is due is dropped.
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
	compose: async (deps, appointment, now) =>
		appointmentReminderMail(deps.sender, await mailedAppointment(deps, appointment), now),
	topic: 'reminders',
	tell: (appointment, now) => {
		const near = `Your visit is ${appointmentNearLabel(appointment.shop.timeZone, appointment.startsAt, now)}`
		return appointmentNotification(near, appointment, `${near}.`)
	},
	quietIn: ({ shop }) => shop.timeZone,
})
