import * as z from 'zod'
import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** Tells the owner of an account that a stranger may have signed up with its address (W29). */
export const accountExistsMessage = messageKind({
	kind: 'account_exists',
	payload: z.object({}),
	isStillTrue: async (_, queued, now) => (isOldNews(queued, now) ? refused('too_old') : accepted(null)),
	letter: ({ sender }) => accountExistsMail(sender),
})

/** Answers a sign-up with an address that has an account. Only the owner of the address learns of the account (W29). */
export function accountExistsMail(sender: MailSender): Mail {
	return writeMail(sender, {
		subject: `You already have an account at ${sender.name}`,
		title: 'You already have an account',
		blocks: [
			{
				kind: 'words',
				words:
					'Someone, perhaps you, tried to sign up with this email. It already has an account, and nothing was changed.',
			},
			{ kind: 'link', label: 'Sign In', href: `${sender.origin}/login` },
			{ kind: 'link', label: 'Forgot your password?', href: `${sender.origin}/forgot-password` },
		],
		reason:
			'You got this because someone entered your email on our sign-up page. If it wasn’t you, ignore this email.',
	})
}
