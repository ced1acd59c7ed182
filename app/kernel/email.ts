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
