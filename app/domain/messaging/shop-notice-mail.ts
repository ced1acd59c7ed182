import { type Mail, type MailBlock, type MailSender, writeMail } from './mail.ts'

export type KeyChange = { shopName: string; change: 'invited' | 'issued' | 'ended'; keyName: string }
export type BankAccountChange = { shopName: string; bankName: string; accountNumber: string }

const keyWords: Record<KeyChange['change'], string> = {
	invited: 'A new link opens your shop’s kiosk on one phone or tablet. It works once, within 24 hours.',
	issued: 'A new key lets a program act for your shop.',
	ended: 'A key for your shop was ended. It no longer works.',
}

/** Tells a shop that a key of its side was made or ended. */
export function keyChangedMail(sender: MailSender, { shopName, change, keyName }: KeyChange): Mail {
	return shopNoticeMail(sender, shopName, {
		title: change === 'ended' ? 'A key for your shop was ended' : 'A new key for your shop was made',
		words: `${keyWords[change]} Its name: ${keyName}.`,
	})
}

/** Tells a shop that transfers of its customers go to another account; the number is shortened. */
export function bankAccountChangedMail(
	sender: MailSender,
	{ shopName, bankName, accountNumber }: BankAccountChange,
): Mail {
	return shopNoticeMail(sender, shopName, {
		title: 'Your shop’s bank account was changed',
		words: `From now on your customers send transfers to ${bankName}, account ending in ${accountNumber.slice(-4)}.`,
	})
}

/** Tells a shop that one of its programs is told nothing more. */
export function webhookEndedMail(
	sender: MailSender,
	{ shopName, host }: { shopName: string; host: string },
): Mail {
	return shopNoticeMail(sender, shopName, {
		title: 'Your program no longer gets booking updates',
		words: `${host} hasn’t accepted our messages for three days, so we stopped. Add its address again once it works.`,
	})
}

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
