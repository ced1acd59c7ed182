import * as z from 'zod'
import { sessionReminderMail } from '#app/domain/messaging/session-reminder-mail.server.ts'
import { clockLabelAt } from '#app/kernel/date-labels.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isReminderOver } from '#app/kernel/quiet-hours.server.ts'
import { messageKind } from './message-kind.server.ts'
import { freeUntil, mailedSession, placePayload, toldOfSession } from './session-message.server.ts'

/** Reminds of a session that is still to come. One that was kept until the next reminder is due is dropped. */
export const sessionReminderMessage = messageKind({
	kind: 'session_reminder',
	payload: placePayload.extend({ hoursBefore: z.number() }),
	async isStillTrue({ subscriptions: { places } }, { payload }, now) {
		const place = await places.placeToMail(payload.bookingId)
		if (place?.status !== 'booked') return refused('place_not_booked')
		const reminder = { startsAt: place.startsAt, hoursBefore: payload.hoursBefore }
		return isReminderOver(place.shop.timeZone, reminder, now) ? refused('too_old') : accepted(place)
	},
	compose: ({ sender }, place, now) =>
		sessionReminderMail(sender, mailedSession(place), { freeUntilAt: freeUntil(place), now }),
	topic: 'reminders',
	tell: (place) => {
		const starts = `Your session starts at ${clockLabelAt(place.shop.timeZone, place.startsAt)}`
		return toldOfSession(starts, place, `${starts}.`)
	},
	quietIn: ({ shop }) => shop.timeZone,
})
