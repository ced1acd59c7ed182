import * as z from 'zod'
import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** Tells the old address of an account that it has another one now (S17). */
export const emailChangedMessage = messageKind({
	kind: 'email_changed',
	payload: z.object({ userId: z.string() }),
	isStillTrue: async (_, queued, now) => (isOldNews(queued, now) ? refused('too_old') : accepted(null)),
	letter: ({ sender }) => emailChangedMail(sender),
})

/** Tells the old address of an account that it has another one now (S17). It does not name the new one. */
export function emailChangedMail(sender: MailSender): Mail {
	const contact = sender.supportContact ? `: ${sender.supportContact}` : ''
	return writeMail(sender, {
		subject: `The email for your ${sender.name} account was changed`,
		title: 'Your email was changed',
		blocks: [
			{
				kind: 'words',
				words: `Your account at ${sender.name} has a new email, which you now sign in with. All other devices were signed out. We won’t email this address about the account again.`,
			},
			{
				kind: 'words',
				words: `If it wasn’t you, someone knows your password. Contact us right away${contact}, and change the password everywhere else you use it.`,
			},
			{ kind: 'link', label: 'Sign In', href: `${sender.origin}/login` },
		],
		reason: 'You got this because this was your account’s email until today.',
	})
}
