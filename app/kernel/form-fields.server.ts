import * as z from 'zod'
import { cleanLine, cleanText } from './clean-text.ts'
import { ID_PATTERN } from './id.server.ts'

/** For a field that only our page fills in. */
export const UNREADABLE = 'Invalid Data Format: we couldn’t read this. Please enter it again.'

export const MAX_NAME_LENGTH = 60

/** Cleans one line from outside (D70). */
export function outsideLine(message?: string) {
	return z.string(message).overwrite(cleanLine)
}

/** Several lines (D70). */
export function outsideText(message?: string) {
	return z.string(message).overwrite(cleanText)
}

/** Text that the app itself wrote, such as a name in an answer. Never for what a client sends. */
export const writtenText = z.string()

/** A password or PIN: compared and hashed as typed, never cleaned, stored or shown. */
export function secretField(message: string) {
	return z.string(message)
}

/** A value that a page sends back unchanged, such as a token: printable ASCII. */
export function keptField(most: number) {
	return z.string(UNREADABLE).regex(new RegExp(`^[!-~]{0,${most}}$`), UNREADABLE)
}

/** The row as a page showed it. Rows from before D70 are compared as they are. */
export function seenField(most: number) {
	return z
		.string(UNREADABLE)
		.max(most, UNREADABLE)
		.refine((sent) => sent.isWellFormed(), UNREADABLE)
}

/**
 * One line that may be empty. One schema does it all: conform would treat a line of spaces as missing, which zod
 * answers in its own words.
 */
export function shortLine(most: number, tooLong = `Please write at most ${most} characters`) {
	return outsideLine(UNREADABLE).max(most, tooLong)
}

/** One required line. */
export function neededLine(
	missing: string,
	most: number,
	tooLong = `Please write at most ${most} characters`,
) {
	return outsideLine(missing).min(1, missing).max(most, tooLong)
}

/** Milliseconds in the years 2001 to 2199, as our pages print them. */
const INSTANT_PATTERN = /^[1-7]?\d{12}$/

/** Whether the id exists is checked later. */
export function idField(message = UNREADABLE) {
	return z.string(message).regex(ID_PATTERN, message)
}

export function instantField(message = UNREADABLE) {
	return z.string(message).regex(INSTANT_PATTERN, message).transform(Number)
}
