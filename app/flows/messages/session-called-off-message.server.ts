import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import {
	type MailedSession,
	mailedSessionFacts,
	sessionName,
} from '#app/domain/messaging/mailed-session.server.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { quietUnlessTooLate } from './appointment-message.server.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'
import { mailedSession, noticeOfSession, placePayload } from './session-message.server.ts'

/** Tells that the shop has called a session off. */
export const sessionCalledOffMessage = messageKind({
	kind: 'session_called_off',
	payload: placePayload,
	async isStillTrue({ subscriptions: { places } }, queued, now) {
		const place = await places.placeToMail(queued.payload.bookingId)
		if (place?.cancelledBy !== 'shop') return refused('place_not_called_off')
		return isOldNews(queued, now) ? refused('too_old') : accepted(place)
	},
	letter: ({ sender }, place) => sessionCalledOffMail(sender, mailedSession(place)),
	notice: (place) => ({
		...noticeOfSession('Your session was called off', place, 'Your session was called off.'),
		path: '/sessions',
	}),
	quietIn: quietUnlessTooLate,
})

/** The shop has called a session off (D47). */
function sessionCalledOffMail(sender: MailSender, session: MailedSession): Mail {
	return writeMail(sender, {
		subject: `Called off: ${sessionName(session)}, ${mailedMomentLabelAt(session.shop.timeZone, session.startsAt)}`,
		title: 'Your session was called off',
		blocks: [
			{ kind: 'words', words: `${session.shop.name} has called this session off. You got your entry back.` },
			mailedSessionFacts(session),
			{ kind: 'link', label: 'Book another session', href: `${sender.origin}/sessions` },
		],
		reason: `You got this because you had booked this session at ${session.shop.name}.`,
	})
}
