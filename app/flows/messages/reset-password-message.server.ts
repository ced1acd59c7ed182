import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { linkPayload, readMailedLink } from './link-message.server.ts'
import { messageKind } from './message-kind.server.ts'

/** Carries the link that sets a new password. */
export const resetPasswordMessage = messageKind({
	kind: 'reset_password',
	payload: linkPayload,
	isStillTrue: readMailedLink,
	letter: ({ sender }, link) => resetPasswordMail(sender, link),
})

/** The link that sets a new password. */
export function resetPasswordMail(sender: MailSender, link: { token: string; expiresAt: Instant }): Mail {
	return writeMail(sender, {
		subject: `Set a new password for ${sender.name}`,
		title: 'Set a new password',
		blocks: [
			{
				kind: 'link',
				label: 'Set New Password',
				href: `${sender.origin}/reset-password?token=${encodeURIComponent(link.token)}`,
			},
			{
				kind: 'words',
				words: `The link works once, until ${mailedMomentLabelAt(DEFAULT_ZONE, link.expiresAt)}. Only the newest one works.`,
			},
		],
		reason:
			'Someone asked for this with your email. If it wasn’t you, ignore this email: your password stays the same.',
	})
}
