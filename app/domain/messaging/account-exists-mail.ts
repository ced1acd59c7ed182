import { type Mail, type MailSender, writeMail } from './mail.ts'

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
