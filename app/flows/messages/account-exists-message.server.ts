import * as z from 'zod'
import { accountExistsMail } from '#app/domain/messaging/account-exists-mail.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** Tells the owner of an account that a stranger may have signed up with its address (W29). */
export const accountExistsMessage = messageKind({
	kind: 'account_exists',
	payload: z.object({}),
	isStillTrue: async (_, queued, now) => (isOldNews(queued, now) ? refused('too_old') : accepted(null)),
	compose: ({ sender }) => accountExistsMail(sender),
})
