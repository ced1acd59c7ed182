import * as z from 'zod'
import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import {
	type MailedSession,
	mailedSessionFacts,
	placesLink,
	sessionName,
} from '#app/domain/messaging/mailed-session.server.ts'
import { clockLabelAt, mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isReminderOver } from '#app/kernel/quiet-hours.server.ts'
import { messageKind } from './message-kind.server.ts'
import { freeUntil, mailedSession, noticeOfSession, placePayload } from './session-message.server.ts'

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
	letter: ({ sender }, place, now) =>
		sessionReminderMail(sender, mailedSession(place), { freeUntilAt: freeUntil(place), now }),
	topic: 'reminders',
	notice: (place) => {
		const starts = `Your session starts at ${clockLabelAt(place.shop.timeZone, place.startsAt)}`
		return noticeOfSession(starts, place, `${starts}.`)
	},
	quietIn: ({ shop }) => shop.timeZone,
})

/** A session is near. */
function sessionReminderMail(
	sender: MailSender,
	session: MailedSession,
	{ freeUntilAt, now }: { freeUntilAt: Instant; now: Instant },
): Mail {
	const { timeZone } = session.shop
	return writeMail(sender, {
		subject: `Reminder: ${sessionName(session)}, ${mailedMomentLabelAt(timeZone, session.startsAt)}`,
		title: `Your session starts at ${clockLabelAt(timeZone, session.startsAt)}`,
		blocks: [
			mailedSessionFacts(session),
			{
				kind: 'words',
				words:
					now <= freeUntilAt
						? `Can’t make it? Cancel by ${mailedMomentLabelAt(timeZone, freeUntilAt)} and you get your entry back.`
						: 'Can’t make it? Cancel so someone else can have your place. You won’t get your entry back.',
			},
			placesLink(sender.origin),
		],
		reason: `You got this because you booked a session at ${session.shop.name}.`,
	})
}
