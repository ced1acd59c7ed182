import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import {
	type MailedSession,
	mailedSessionFacts,
	placesLink,
	sessionName,
} from '#app/domain/messaging/mailed-session.server.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { messageKind } from './message-kind.server.ts'
import { freeUntil, mailedSession, noticeOfSession, placePayload } from './session-message.server.ts'

/** Tells that a place in a session was booked. */
export const sessionBookedMessage = messageKind({
	kind: 'session_booked',
	payload: placePayload,
	async isStillTrue({ subscriptions: { places } }, { payload }, now) {
		const place = await places.placeToMail(payload.bookingId)
		if (place?.status !== 'booked') return refused('place_not_booked')
		return now < place.startsAt ? accepted(place) : refused('session_begun')
	},
	letter: ({ sender }, place, now) =>
		sessionBookedMail(sender, mailedSession(place), { freeUntilAt: freeUntil(place), now }),
	notice: (place) => noticeOfSession('Session booked', place, 'Your session is booked.'),
})

/** A place in a session was booked. `freeUntilAt` is the last instant at which its entry comes back (D11). */
function sessionBookedMail(
	sender: MailSender,
	session: MailedSession,
	{ freeUntilAt, now }: { freeUntilAt: Instant; now: Instant },
): Mail {
	const until = mailedMomentLabelAt(session.shop.timeZone, freeUntilAt)
	return writeMail(sender, {
		subject: `Session Booked! ${sessionName(session)}, ${mailedMomentLabelAt(session.shop.timeZone, session.startsAt)}`,
		title: 'Session Booked!',
		blocks: [
			mailedSessionFacts(session),
			{
				kind: 'words',
				words:
					now <= freeUntilAt
						? `Change of plans? Cancel by ${until} and you get your entry back.`
						: 'It starts within 24 hours, so you won’t get your entry back if you cancel.',
			},
			placesLink(sender.origin),
		],
		reason: `You got this because you booked a session at ${session.shop.name}.`,
	})
}
