import { type Mail, type MailSender, writeMail } from './mail.ts'

/** For whoever signs up with an address that has an account: only its owner learns of it (issue 4). */
export function accountExistsMail(sender: MailSender): Mail {
	return writeMail(sender, {
		subject: `You already have an account at ${sender.name}`,
		title: 'You already have an account',
		blocks: [
			{
				kind: 'words',
				words:
					'Somebody, perhaps you, tried to sign up with this address. It has an account already, and nothing was changed.',
			},
			{ kind: 'link', label: 'Sign In', href: `${sender.origin}/login` },
			{ kind: 'link', label: 'Forgot your password?', href: `${sender.origin}/forgot-password` },
		],
		reason:
			'You get this because your address was typed into our sign-up page. If it was not you, do nothing.',
	})
}
