const MAX_TERMS = 8

/**
 * The FTS5 expression for cleaned text: programs whose words begin with all its terms, ignoring case, marks and
 * punctuation (L18). Null for empty text. Terms are quoted, so that FTS5 reads no operators in them.
 */
export function programMatch(text: string): string | null {
	if (text === '') return null
	const typed = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
	// Text without a letter or digit is searched for as it is, and found nowhere.
	const terms = typed.length > 0 ? typed.slice(0, MAX_TERMS) : [text]
	return `words : (${terms.map((term) => `"${term.replaceAll('"', '""')}" *`).join(' AND ')})`
}
