import * as z from 'zod'
import { newDeviceMail, passwordChangedMail } from '#app/domain/messaging/account-event-mails.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isOldNews, type MessageDeps, messageKind, type QueuedMessage } from './message-kind.server.ts'

const payload = z.object({ eventId: z.string() })

async function readEvent(
	{ identity: { accountEvents } }: MessageDeps,
	queued: QueuedMessage<z.infer<typeof payload>>,
	now: number,
) {
	if (isOldNews(queued, now)) return refused('too_old')
	const event = await accountEvents.event(queued.payload.eventId)
	return event ? accepted(event) : refused('account_gone')
}

/** Tells the owner of an account that its password was changed (S42). */
export const passwordChangedMessage = messageKind({
	kind: 'password_changed',
	payload,
	isStillTrue: readEvent,
	compose: ({ sender }, event) => passwordChangedMail(sender, event),
})

/** Tells the owner of an account that a browser signed in to it for the first time (S42). */
export const newDeviceMessage = messageKind({
	kind: 'new_device',
	payload,
	isStillTrue: readEvent,
	compose: ({ sender }, event) => newDeviceMail(sender, event),
})
