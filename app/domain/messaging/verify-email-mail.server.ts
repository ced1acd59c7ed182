import type { Instant } from '#app/kernel/instant.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import { momentLabel } from './mailed-visit.server.ts'

/** The link that proves an address. */
export function verifyEmailMail(sender: MailSender, link: { token: string; expiresAt: Instant }): Mail {
	return writeMail(sender, {
		subject: `Confirm your email for ${sender.name}`,
		title: 'Confirm your email',
		blocks: [
			{
				kind: 'words',
				words: 'Your account then shows the bookings that you made with this address as a guest.',
			},
			{
				kind: 'link',
				label: 'Confirm My Email',
				href: `${sender.origin}/verify-email?token=${encodeURIComponent(link.token)}`,
			},
			{
				kind: 'words',
				words: `The link works once, until ${momentLabel(DEFAULT_ZONE, link.expiresAt)}. Only the newest one works.`,
			},
		],
		reason: 'Somebody asked for this with your address. If it was not you, do nothing.',
	})
}
