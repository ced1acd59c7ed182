import { sessionBookedMail } from '#app/domain/messaging/session-booked-mail.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { messageKind } from './message-kind.server.ts'
import { freeUntil, mailedSession, placePayload, toldOfSession } from './session-message.server.ts'

/** Tells that a place in a session was booked. */
export const sessionBookedMessage = messageKind({
	kind: 'session_booked',
	payload: placePayload,
	async isStillTrue({ subscriptions: { places } }, { payload }, now) {
		const place = await places.placeToMail(payload.bookingId)
		if (place?.status !== 'booked') return refused('place_not_booked')
		return now < place.startsAt ? accepted(place) : refused('session_begun')
	},
	compose: ({ sender }, place, now) =>
		sessionBookedMail(sender, mailedSession(place), { freeUntilAt: freeUntil(place), now }),
	tell: (place) => toldOfSession('Session booked', place, 'Your session is booked.'),
})
