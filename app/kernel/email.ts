import { cleanLine } from './clean-text.ts'

/** The longest address that mail is delivered to. */
export const MAX_EMAIL_LENGTH = 254

/** More letters than an address with a name before it has; no reader below is given a longer text. */
const MAX_COPIED_LENGTH = 600

/** Letters and signs that need no quotes, so that an address has one spelling; then a registered host. */
const ADDRESS = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+@(?:[a-z0-9-]+\.)+(?=[a-z0-9-]*[a-z])[a-z0-9-]+$/u

/**
 * An e-mail address in its stored form: clean, in lower case, without what a copied one brings along: 'mailto:', a name
 * with brackets, a comma (C7, D70). Null for any other text, also for quoted and commented spellings.
 */
export function parseEmail(text: string): string | null {
	if (text.length > MAX_COPIED_LENGTH) return null
	const line = cleanLine(text).normalize('NFKC')
	const link = /^mailto:([^?]*)/i.exec(line)?.[1]
	const bare = link === undefined ? line : decodedLink(link)
	const address = (/<([^<>]*)>[\s,;.]*$/.exec(bare)?.[1] ?? bare)
		.replace(/[\s,;.]+$/, '')
		.trim()
		.toLowerCase()
	const at = address.lastIndexOf('@')
	const host = hostOf(address.slice(at + 1))
	const stored = `${address.slice(0, at)}@${host}`
	return stored.length <= MAX_EMAIL_LENGTH && ADDRESS.test(stored) ? stored : null
}

/**
 * The form in which the same text was stored before D70: trimmed, in lower case, as copied. What was made with such an
 * address is still found by it.
 */
export function parseFormerEmail(text: string): string | null {
	const trimmed = text.normalize('NFC').trim().toLowerCase()
	return trimmed.length <= MAX_EMAIL_LENGTH && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(trimmed) ? trimmed : null
}

function decodedLink(link: string): string {
	try {
		return decodeURIComponent(link)
	} catch {
		return link
	}
}

/** A host of other letters than ASCII, as mail servers know it; else as it was typed. */
function hostOf(typed: string): string {
	if (/^[\x21-\x7e]*$/.test(typed) || /[\s/:?#\\]/.test(typed)) return typed
	try {
		return new URL(`http://${typed}`).hostname
	} catch {
		return typed
	}
}

/** Mail to these goes to one box with or without dots. */
const dotlessHosts = ['gmail.com', 'googlemail.com']

/**
 * The mailbox of a stored address, so that spellings of one address are alike: without '+something', and without the
 * dots that Gmail ignores, and without the dot that may end a host (S29). `mailbox` of `db/schema/columns.ts` does
 * the same. For comparing only; mail goes to the address as it was given.
 */
export function mailboxOf(email: string): string {
	const at = email.lastIndexOf('@')
	const name = email.slice(0, at).replace(/\+.*$/, '')
	const host = email.slice(at + 1).replace(/\.+$/, '')
	return dotlessHosts.includes(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}
