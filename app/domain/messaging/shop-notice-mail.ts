import { type Mail, type MailBlock, type MailSender, writeMail } from './mail.ts'

/** A mail about what was done with a shop's account here: each says what to do where the shop did not ask for it. */
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
