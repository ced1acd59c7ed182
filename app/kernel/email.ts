/** The longest address that mail is delivered to. */
export const MAX_EMAIL_LENGTH = 254

/**
 * An e-mail address in its stored form: trimmed, lower case. The pattern is text without spaces, @, text, dot, text
 * (C7). Null for any other text.
 */
export function parseEmail(text: string): string | null {
	const trimmed = text.normalize('NFC').trim().toLowerCase()
	return trimmed.length <= MAX_EMAIL_LENGTH && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(trimmed) ? trimmed : null
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
