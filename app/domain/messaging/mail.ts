import { cleanLine, cleanText, shortenText } from '#app/kernel/clean-text.ts'

export type Mail = {
	subject: string
	text: string
	html: string
	/** Beside the headers of every mail: 'List-Unsubscribe'. */
	headers?: Record<string, string>
	attachments?: MailAttachment[]
}

export type MailAttachment = { filename: string; contentType: string; text: string }

/** Name and address of the app. Links never follow the Host header of a request. */
export type MailSender = {
	name: string
	/** 'https://wakati.example', without a slash at the end. */
	origin: string
	/** Where a customer reaches a person (D27). */
	supportContact: string | null
	/** The page that stops mails of this topic; left out for mails without a topic. */
	choiceHref?: string
}

export type MailBlock =
	/** A paragraph. */
	| string
	/** A value may have several lines. */
	| { kind: 'facts'; facts: { label: string; value: string }[] }
	/** A quiet link is not a button, and its address is not spelled out. */
	| { kind: 'link'; label: string; href: string; isQuiet?: boolean }
	| { kind: 'choices'; choices: { label: string; href: string }[] }

export function mailLink(label: string, href: string): MailBlock {
	return { kind: 'link', label, href }
}

export function mailFacts(facts: { label: string; value: string }[]): MailBlock {
	return { kind: 'facts', facts }
}

export type MailContent = {
	subject: string
	title: string
	blocks: MailBlock[]
	/** Why this address got the mail. */
	reason: string
	attachments?: MailAttachment[]
}

const MAX_SUBJECT_LENGTH = 150

/**
 * Composes a mail in plain text and equal HTML. The HTML loads nothing and cannot track its reader. All data is escaped
 * here.
 */
export function writeMail(
	sender: MailSender,
	{ subject, title, blocks, reason, attachments }: MailContent,
): Mail {
	const closing = sender.supportContact ? `${reason} Questions: ${sender.supportContact}` : reason
	const { choiceHref } = sender
	return {
		...(choiceHref && { headers: choiceHeaders(choiceHref) }),
		subject: shortenText(cleanLine(subject).replace(/\s+/g, ' '), MAX_SUBJECT_LENGTH),
		text: `${[title, ...blocks.map(blockText), `-- \n${sender.name}. ${closing}${choiceHref ? `\n${CHOICE_LABEL}: ${choiceHref}` : ''}`].map(cleanText).join('\n\n')}\n`,
		html: [
			'<!doctype html><html lang="en"><head><meta charset="utf-8">',
			'<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
			`<title>${escaped(subject)}</title></head>`,
			'<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif">',
			'<div style="max-width:32rem;margin:0 auto">',
			`<p style="font-weight:700">${escaped(sender.name)}</p>`,
			`<h1 style="font-size:22px;line-height:1.3">${escaped(title)}</h1>`,
			...blocks.map(blockHtml),
			`<p style="margin-top:32px;font-size:13px;opacity:.75">${escaped(closing)}${choiceHref ? `<br><a href="${escaped(choiceHref)}">${CHOICE_LABEL}</a>` : ''}</p>`,
			'</div></body></html>\n',
		].join('\n'),
		...(attachments && { attachments }),
	}
}

const CHOICE_LABEL = 'Stop these messages'

/** With these headers a mail program offers its own unsubscribe button, which posts to that page (RFC 8058). */
function choiceHeaders(href: string): Record<string, string> {
	return { 'List-Unsubscribe': `<${href}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function blockText(block: MailBlock): string {
	if (typeof block === 'string') return block
	if (block.kind === 'link') return `${block.label}:\n${block.href}`
	if (block.kind === 'choices') return block.choices.map(({ label, href }) => `${label}:\n${href}`).join('\n')
	return block.facts
		.map(({ label, value }) =>
			value.includes('\n') ? `${label}:\n  ${value.replaceAll('\n', '\n  ')}` : `${label}: ${value}`,
		)
		.join('\n')
}

function blockHtml(block: MailBlock): string {
	if (typeof block === 'string') return `<p>${escaped(block)}</p>`
	if (block.kind === 'link') {
		const href = escaped(block.href)
		if (block.isQuiet) return `<p><a href="${href}">${escaped(block.label)}</a></p>`
		return [
			`<p style="margin:24px 0 8px"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#2b2770;color:#fff;font-weight:600;text-decoration:none">${escaped(block.label)}</a></p>`,
			`<p style="font-size:13px;overflow-wrap:anywhere">Or open this address:<br><a href="${href}">${href}</a></p>`,
		].join('\n')
	}
	if (block.kind === 'choices')
		return block.choices
			.map(
				({ label, href }) =>
					`<p style="margin:0 0 8px"><a href="${escaped(href)}" style="display:inline-block;min-width:14rem;padding:12px 16px;border:1px solid #8884;border-radius:10px;color:inherit;text-decoration:none">${escaped(label)}</a></p>`,
			)
			.join('\n')
	return block.facts
		.map(
			({ label, value }) =>
				`<p style="margin:0 0 10px"><span style="font-size:13px;opacity:.75">${escaped(label)}</span><br>${escaped(value)}</p>`,
		)
		.join('\n')
}

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
}

function escaped(text: string): string {
	return cleanText(text)
		.replace(/[&<>"']/g, (character) => entities[character] ?? '')
		.replaceAll('\n', '<br>')
}

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
		blocks: [words, ...blocks, `If you did not ask for this, contact us right away${contact}.`],
		reason: `You got this because this is the address of ${shopName}.`,
	})
}
