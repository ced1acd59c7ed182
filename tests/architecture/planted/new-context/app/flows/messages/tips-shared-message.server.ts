import * as z from 'zod'
import { writeMail } from '#app/domain/messaging/mail.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** Tells a customer that their jar of tips was shared. */
export const tipsSharedMessage = messageKind({
	kind: 'tips_shared',
	payload: z.object({ userId: z.string() }),
	isStillTrue: async (_, queued, now) => (isOldNews(queued, now) ? refused('too_old') : accepted(null)),
	letter: ({ sender }) =>
		writeMail(sender, { subject: 'Your tips were shared', title: 'Thank you', blocks: [], reason: 'You gave a tip.' }),
})
