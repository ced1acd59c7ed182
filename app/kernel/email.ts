import { cleanLine } from './clean-text.ts'

export const MAX_EMAIL_LENGTH = 254

/** A longer text is no address with a name; the patterns below never read it. */
const MAX_COPIED_LENGTH = 600

/** No quoted spellings, so that an address has one spelling; a host with a top-level domain. */
const ADDRESS = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+@(?:[a-z0-9-]+\.)+(?=[a-z0-9-]*[a-z])[a-z0-9-]+$/u

/**
 * An e-mail address in its stored form: clean, in lower case, without 'mailto:', a name, brackets or a comma (C7, D70).
 * Null for any other text.
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
	const host = readHost(address.slice(at + 1))
	const stored = `${address.slice(0, at)}@${host}`
	return stored.length <= MAX_EMAIL_LENGTH && ADDRESS.test(stored) ? stored : null
}

/** The stored form before D70: trimmed, in lower case. Older rows are found by it. */
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

/** A host beyond ASCII as Punycode; any other unchanged. */
function readHost(typed: string): string {
	if (/^[\x21-\x7e]*$/.test(typed) || /[\s/:?#\\]/.test(typed)) return typed
	try {
		return new URL(`http://${typed}`).hostname
	} catch {
		return typed
	}
}

const dotlessHosts = ['gmail.com', 'googlemail.com']

/**
 * The mailbox of a stored address, for comparing only (S29): without '+something', the dots that Gmail ignores and a
 * final dot. `mailbox` of `db/schema/columns.ts` does the same.
 */
export function mailboxOf(email: string): string {
	const at = email.lastIndexOf('@')
	const name = email.slice(0, at).replace(/\+.*$/, '')
	const host = email.slice(at + 1).replace(/\.+$/, '')
	return dotlessHosts.includes(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}
