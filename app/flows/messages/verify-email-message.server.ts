import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { linkPayload, readMailedLink } from './link-message.server.ts'
import { messageKind } from './message-kind.server.ts'

/** Carries the link that proves an e-mail address (D8). */
export const verifyEmailMessage = messageKind({
	kind: 'verify_email',
	payload: linkPayload,
	isStillTrue: readMailedLink,
	letter: ({ sender }, link) => verifyEmailMail(sender, link),
})

/** The link that proves an e-mail address. */
export function verifyEmailMail(sender: MailSender, link: { token: string; expiresAt: Instant }): Mail {
	return writeMail(sender, {
		subject: `Confirm your email for ${sender.name}`,
		title: 'Confirm your email',
		blocks: [
			{
				kind: 'words',
				words: 'Open the link while signed in, and your guest bookings appear in your account.',
			},
			{
				kind: 'link',
				label: 'Confirm My Email',
				href: `${sender.origin}/verify-email?token=${encodeURIComponent(link.token)}`,
			},
			{
				kind: 'words',
				words: `The link works once, until ${mailedMomentLabelAt(DEFAULT_ZONE, link.expiresAt)}. Only the newest one works.`,
			},
		],
		reason:
			'An account was opened or changed with your email. If it wasn’t you, don’t confirm it: set a new password with “Forgot your password?”, and only you can use the account.',
	})
}
