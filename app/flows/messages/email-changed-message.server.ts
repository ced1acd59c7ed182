import * as z from 'zod'
import { emailChangedMail } from '#app/domain/messaging/email-changed-mail.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** Tells the old address of an account that it has another one now (S17). */
export const emailChangedMessage = messageKind({
	kind: 'email_changed',
	payload: z.object({ userId: z.string() }),
	isStillTrue: async (_, queued, now) => (isOldNews(queued, now) ? refused('too_old') : accepted(null)),
	compose: ({ sender }) => emailChangedMail(sender),
})
