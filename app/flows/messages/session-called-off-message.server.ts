import { sessionCalledOffMail } from '#app/domain/messaging/session-called-off-mail.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { quietUnlessTooLate } from './appointment-message.server.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'
import { mailedSession, placePayload, toldOfSession } from './session-message.server.ts'

/** Tells that the shop has called a session off. */
export const sessionCalledOffMessage = messageKind({
	kind: 'session_called_off',
	payload: placePayload,
	async isStillTrue({ subscriptions: { places } }, queued, now) {
		const place = await places.placeToMail(queued.payload.bookingId)
		if (place?.cancelledBy !== 'shop') return refused('place_not_called_off')
		return isOldNews(queued, now) ? refused('too_old') : accepted(place)
	},
	compose: ({ sender }, place) => sessionCalledOffMail(sender, mailedSession(place)),
	tell: (place) => ({
		...toldOfSession('Your session was called off', place, 'Your session was called off.'),
		path: '/sessions',
	}),
	quietIn: quietUnlessTooLate,
})
