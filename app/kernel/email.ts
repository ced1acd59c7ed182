const MAX_LENGTH = 254

/**
 * An address as it is stored: trimmed, in lower case. The pattern is the specification's (spec 1 §5: non-space text, @,
 * text, dot, text). Null for anything else.
 */
export function parseEmail(text: string): string | null {
	const trimmed = text.normalize('NFC').trim().toLowerCase()
	return trimmed.length <= MAX_LENGTH && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(trimmed) ? trimmed : null
}
