import * as z from 'zod'
import { cleanLine, cleanText } from './clean-text.ts'
import { ID_PATTERN } from './id.server.ts'

/** For a field that only our own page fills in, and that cannot be read. */
export const UNREADABLE = 'Invalid Data Format: we couldn’t read this. Please enter it again.'

/** The most letters of a first or last name. */
export const MAX_NAME_LENGTH = 60

/** A line of text from outside (D70). */
export function outsideLine(message?: string) {
	return z.string(message).overwrite(cleanLine)
}

/** A text of several lines from outside (D70). */
export function outsideText(message?: string) {
	return z.string(message).overwrite(cleanText)
}

/** Text that the app wrote itself, such as the name in an answer. Never for what is sent. */
export const writtenText = z.string()

/** A password or PIN: compared and hashed as it was typed, never cleaned, stored or shown. */
export function secretField(message: string) {
	return z.string(message)
}

/** What a page was given and sends back, such as a token: printable letters of ASCII. */
export function keptField(most: number) {
	return z.string(UNREADABLE).regex(new RegExp(`^[!-~]{0,${most}}$`), UNREADABLE)
}

/** What a page showed of a row and sends back to be compared. Rows from before D70 are compared as they are. */
export function seenField(most: number) {
	return z
		.string(UNREADABLE)
		.max(most, UNREADABLE)
		.refine((sent) => sent.isWellFormed(), UNREADABLE)
}

/**
 * One line that may be empty, of at most so many letters. One schema reads it all: conform would give a line of spaces
 * to a second one as a missing one, which zod answers in its own words.
 */
export function shortLine(most: number, tooLong = `Please write at most ${most} characters`) {
	return outsideLine(UNREADABLE).max(most, tooLong)
}

/** One line that has to be there, of at most so many letters. */
export function neededLine(
	missing: string,
	most: number,
	tooLong = `Please write at most ${most} characters`,
) {
	return outsideLine(missing).min(1, missing).max(most, tooLong)
}

/** Milliseconds in the years 2001 to 2199, as our own pages print them. */
const INSTANT_PATTERN = /^[1-7]?\d{12}$/

/** A field with an id in it; whether it exists is asked later. */
export function idField(message = UNREADABLE) {
	return z.string(message).regex(ID_PATTERN, message)
}

/** A field with an instant in it. */
export function instantField(message = UNREADABLE) {
	return z.string(message).regex(INSTANT_PATTERN, message).transform(Number)
}
