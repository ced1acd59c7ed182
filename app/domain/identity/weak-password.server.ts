import type { WeakPassword } from './auth-refusal.ts'
import { normalizePassword } from './password-rules.ts'

/** A name with up to this many digits and signs is easy to guess: a year, a jersey, 123. */
const MOST_BESIDE_A_NAME = 5
/** A common word with up to this many is easy to guess too. */
const MOST_BESIDE_A_WORD = 2

/** Why this person's new password is too easy to guess, or null (S41). The word lists are loaded on first use. */
export async function weakPassword(
	typed: string,
	person: { email: string; firstName: string; lastName: string },
): Promise<WeakPassword | null> {
	const password = normalizePassword(typed).toLowerCase()
	if (isPattern(password)) return 'pattern'
	const [word, beside] = wordWithin(password)
	const isName = beside <= MOST_BESIDE_A_NAME
	const mailbox = person.email.toLowerCase().split('@')[0] ?? ''
	if (isName && ownNames(person).has(word)) return 'own_name'
	if (password === mailbox || password === person.email.toLowerCase()) return 'own_email'
	if (isName && word !== '' && word === keepLetters(mailbox)) return 'own_email'
	const { commonPasswords, familiarWords, firstNames } = await import('./common-passwords.server.ts')
	if (isName && firstNames.has(word)) return 'first_name'
	const isCommon =
		commonPasswords.has(password) ||
		(isName && familiarWords.has(word)) ||
		(beside <= MOST_BESIDE_A_WORD && commonPasswords.has(word))
	return isCommon ? 'common' : null
}

/** One or two characters, a repeated part, or a run: aaaaaa, abcabc, 654321. */
function isPattern(password: string): boolean {
	if (new Set(password).size < 3 || /^(.{1,4})\1+$/u.test(password)) return true
	const codes = Array.from(password, (letter) => letter.codePointAt(0) ?? 0)
	const steps = codes.slice(1).map((code, before) => code - (codes[before] ?? 0))
	return [1, -1].some((even) => steps.every((step) => step === even))
}

/** The one word of a password, and the number of characters around it; '' without one. */
function wordWithin(password: string): [word: string, beside: number] {
	const [, word = ''] = /^[^\p{L}]*([\p{L}\p{M}]+)[^\p{L}]*$/u.exec(password) ?? []
	return [keepLetters(word), Array.from(password).length - Array.from(word).length]
}

/** First, last, and both in either order. One letter is no name. */
function ownNames({ firstName, lastName }: { firstName: string; lastName: string }): ReadonlySet<string> {
	const [first, last] = [keepLetters(firstName), keepLetters(lastName)]
	return new Set([first, last, first + last, last + first].filter((name) => name.length > 1))
}

function keepLetters(text: string): string {
	return text
		.normalize('NFD')
		.toLowerCase()
		.replace(/[^\p{L}]/gu, '')
}
