import { cleanLine } from '#app/kernel/clean-text.ts'

export const MAX_SEARCH_LETTERS = 80
const MAX_TERMS = 8
/** Shorter terms have no trigram. */
const TRIGRAM_LETTERS = 3

/** Makes typed text one clean line of at most 80 letters, to search for and to show again. */
export function cleanSearchText(typed: string): string {
	const shortened = typed.slice(0, MAX_SEARCH_LETTERS * 8)
	const line = cleanLine(shortened).replace(/\s+/g, ' ')
	return Array.from(line).slice(0, MAX_SEARCH_LETTERS).join('').trim()
}

export type SearchExpression = {
	/** 'anywhere': terms may stand inside words. 'beginnings': a term has no trigram, so words begin with it. */
	kind: 'anywhere' | 'beginnings'
	/** FTS5 reads no operators in it: typed text is quoted. */
	match: string
}

/** The search for cleaned text in a category, without punctuation (L18), with synonyms (L24); null for empty text. */
export function searchExpression(text: string, categoryId: string | null): SearchExpression | null {
	if (text === '') return null
	const typed = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
	// Text without letters or digits is kept, and finds nothing.
	const terms = typed.length > 0 ? typed.slice(0, MAX_TERMS) : [text]
	const kind = terms.every((term) => countLetters(term) >= TRIGRAM_LETTERS) ? 'anywhere' : 'beginnings'
	const suffix = kind === 'anywhere' ? '' : ' *'
	const anySynonym = (term: string) => {
		const words = withSynonyms(term).map((word) => quoted(word) + suffix)
		return words.length === 1 ? words.join() : `(${words.join(' OR ')})`
	}
	const words = `words : (${terms.map(anySynonym).join(' AND ')})`
	return { kind, match: categoryId === null ? words : `${words} AND category_ids : ${quoted(categoryId)}` }
}

/** How a place is looked up: no marks, no capitals, as `migrations/0001_discovery.sql` stores it. */
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

/** 'ọ̀' counts once. */
function countLetters(term: string): number {
	return Array.from(term.normalize('NFD').replace(/\p{M}/gu, '')).length
}

function quoted(text: string): string {
	return `"${text.replaceAll('"', '""')}"`
}

/** A search for one word of a line finds the line's other words too. */
const synonyms: readonly (readonly string[])[] = [
	['barber', 'barbers', 'barbing', 'barbershop', 'haircut', 'low cut', 'fade', 'beard'],
	['hairdresser', 'hairstylist', 'hair'],
	['braids', 'braiding', 'cornrows'],
	['locs', 'dreads', 'dreadlocks'],
	['manicure', 'nails'],
	['pedicure', 'foot spa'],
	['makeup', 'make-up'],
	['lashes', 'eyelashes'],
	['brows', 'eyebrows'],
	['massage', 'masseuse'],
	['gym', 'fitness', 'workout'],
]

/** The word first, then its synonyms. */
export function withSynonyms(word: string): readonly string[] {
	const typed = word.toLowerCase()
	const alike = synonyms.find((words) => words.includes(typed)) ?? []
	return [word, ...alike.filter((other) => other !== typed)]
}
