import { verifyEmailMail } from '#app/domain/messaging/verify-email-mail.server.ts'
import { linkPayload, readMailedLink } from './link-message.server.ts'
import { messageKind } from './message-kind.server.ts'

/** Carries the link that proves an e-mail address (D8). */
export const verifyEmailMessage = messageKind({
	kind: 'verify_email',
	payload: linkPayload,
	isStillTrue: readMailedLink,
	compose: ({ sender }, link) => verifyEmailMail(sender, link),
})
