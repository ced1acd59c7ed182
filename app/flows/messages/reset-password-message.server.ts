import { resetPasswordMail } from '#app/domain/messaging/reset-password-mail.server.ts'
import { linkPayload, readMailedLink } from './link-message.server.ts'
import { messageKind } from './message-kind.server.ts'

/** Carries the link that sets a new password. */
export const resetPasswordMessage = messageKind({
	kind: 'reset_password',
	payload: linkPayload,
	isStillTrue: readMailedLink,
	compose: ({ sender }, link) => resetPasswordMail(sender, link),
})
