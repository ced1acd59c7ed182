import { type Mail, type MailBlock, type MailSender, writeMail } from './mail.ts'

/** A mail about a change of a shop's account, and where to object. */
export function shopNoticeMail(
	sender: MailSender,
	shopName: string,
	{ title, words, blocks = [] }: { title: string; words: string; blocks?: MailBlock[] },
): Mail {
	const contact = sender.supportContact ? `: ${sender.supportContact}` : ''
	return writeMail(sender, {
		subject: `${title}: ${shopName}`,
		title,
		blocks: [
			{ kind: 'words', words },
			...blocks,
			{ kind: 'words', words: `If you did not ask for this, contact us right away${contact}.` },
		],
		reason: `You got this because this is the address of ${shopName}.`,
	})
}
