const MAX_LETTERS = 80
const MAX_TERMS = 8
/** Fewer letters have no trigram. */
const TRIGRAM_LETTERS = 3

/**
 * What was typed, fit to search for and to show again: one line of at most 80 letters. Control characters and halves of
 * characters become spaces; invisible direction marks go, so that nothing can turn the page's text around.
 */
export function cleanSearchText(typed: string): string {
	const shortened = typed.slice(0, MAX_LETTERS * 8)
	const line = shortened
		.normalize('NFC')
		.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')
		.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
		.replace(/\s+/g, ' ')
		.trim()
	return Array.from(line).slice(0, MAX_LETTERS).join('').trim()
}

export type SearchExpression = {
	/** 'anywhere': every term is part of a word. 'beginnings': a term is too short for that, and words begin with them. */
	kind: 'anywhere' | 'beginnings'
	/** An FTS5 expression in which everything typed is quoted, and so means itself. */
	match: string
}

/** The search for cleaned text within a category; null where there is nothing to search for. */
export function searchExpression(text: string, categoryId: string | null): SearchExpression | null {
	const terms = text.split(' ').filter(Boolean).slice(0, MAX_TERMS)
	if (terms.length === 0) return null
	const kind = terms.every((term) => lettersOf(term) >= TRIGRAM_LETTERS) ? 'anywhere' : 'beginnings'
	const suffix = kind === 'anywhere' ? '' : ' *'
	const words = `words : (${terms.map((term) => quoted(term) + suffix).join(' AND ')})`
	return { kind, match: categoryId === null ? words : `${words} AND category_ids : ${quoted(categoryId)}` }
}

/** How a place is looked up: without marks and capitals, as the migration 'search' keeps it. */
export function placeKey(text: string): string {
	return Array.from(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(), (letter) => {
		return hookedLetters[letter] ?? letter
	}).join('')
}

const hookedLetters: Record<string, string> = {
	ɓ: 'b',
	ɗ: 'd',
	ƙ: 'k',
	ƴ: 'y',
	ǝ: 'e',
	ɛ: 'e',
	ɔ: 'o',
	ŋ: 'n',
}

/** Marks are no letters of their own: 'ọ̀' is one. */
function lettersOf(term: string): number {
	return Array.from(term.normalize('NFD').replace(/\p{M}/gu, '')).length
}

function quoted(text: string): string {
	return `"${text.replaceAll('"', '""')}"`
}
