const MAX_TERMS = 8

/**
 * The FTS5 expression for programs with words that begin with all terms, ignoring case, marks and punctuation (L18).
 * Null for empty text. Quotes keep operators out.
 */
export function programMatch(text: string): string | null {
	if (text === '') return null
	const typed = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
	// Text without letters or digits finds nothing.
	const terms = typed.length > 0 ? typed.slice(0, MAX_TERMS) : [text]
	return `words : (${terms.map((term) => `"${term.replaceAll('"', '""')}" *`).join(' AND ')})`
}
