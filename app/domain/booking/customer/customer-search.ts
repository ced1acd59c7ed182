import { cleanLine } from '#app/kernel/clean-text.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'

export const MAX_CUSTOMER_SEARCH_LETTERS = 80
/** The fewest digits or letters that find a customer (D65). */
const LEAST_DIGITS = 7
const LEAST_LETTERS = 2
const MAX_TERMS = 6

/** Stands for the shop in `match`, so that only its words are searched. */
export const SHOP_MARK = '@'

/** Each field is null or empty where the text cannot hold it. */
export type CustomerSearch = {
	/** An FTS5 expression for `customer_search`. */
	match: string
	/** The beginning of a phone number, after +234 or 0, or its ending; '' for other text. */
	phoneBeginning: string
	phoneEnding: string
	referenceNumber: string | null
}

export type CustomerSearchProblem = 'search_empty' | 'search_short_phone' | 'search_short_name'

/**
 * A phone number from seven digits on, else words of a name, and a reference number where it could be one (D65).
 *
 * - `search_empty`: nothing was typed
 * - `search_short_phone`: fewer than seven digits
 * - `search_short_name`: no word of two letters
 */
export function customerSearch(typed: string): Outcome<CustomerSearch, CustomerSearchProblem> {
	const text = cleanCustomerSearch(typed)
	if (text === '') return refused('search_empty')
	const referenceNumber = readReferenceNumber(text)
	if (/^[+\d][\d\s().\-–/]*$/.test(text)) {
		const phone = phoneSearch(text.replace(/\D/g, ''))
		return phone ? accepted({ ...phone, referenceNumber }) : refused('search_short_phone')
	}
	const terms = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
	if (!terms.some((term) => countLetters(term) >= LEAST_LETTERS)) return refused('search_short_name')
	const match = terms.slice(0, MAX_TERMS).map(beginning).join(' AND ')
	return accepted({ match, phoneBeginning: '', phoneEnding: '', referenceNumber })
}

/** In one line, to show again. */
export function cleanCustomerSearch(typed: string): string {
	const line = cleanLine(typed.slice(0, MAX_CUSTOMER_SEARCH_LETTERS * 4)).replace(/\s+/g, ' ')
	return Array.from(line).slice(0, MAX_CUSTOMER_SEARCH_LETTERS).join('').trim()
}

/** 'wk7 4qmh' → 'WK7-4QMH'; null for other text. */
function readReferenceNumber(text: string): string | null {
	const code = text.toUpperCase().replace(/[\s\-–]/g, '')
	return /^[A-HJ-NP-Z2-9]{7}$/.test(code) ? `${code.slice(0, 3)}-${code.slice(3)}` : null
}

/** Null below seven digits. A number without +234 or 0 is searched as it stands. */
function phoneSearch(digits: string): Omit<CustomerSearch, 'referenceNumber'> | null {
	if (digits.length < LEAST_DIGITS) return null
	const international = digits.replace(/^00/, '')
	const withoutCountry = international.replace(/^234/, '')
	const phoneBeginning = (withoutCountry.length >= LEAST_DIGITS ? withoutCountry : international).replace(
		/^0/,
		'',
	)
	const phoneEnding = phoneBeginning.length >= LEAST_DIGITS ? phoneBeginning : digits
	const match = `${beginning(phoneBeginning)} OR "${SHOP_MARK}${phoneEnding.slice(-LEAST_DIGITS)}"`
	return { match, phoneBeginning, phoneEnding }
}

function beginning(term: string): string {
	return `"${SHOP_MARK}${term}" *`
}

/** A letter counts once, with its marks. */
function countLetters(term: string): number {
	return Array.from(term.normalize('NFD').replace(/\p{M}/gu, '')).length
}
