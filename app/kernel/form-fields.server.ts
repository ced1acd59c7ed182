import * as z from 'zod'
import { ID_PATTERN } from './id.server.ts'

/** For a field that only our own page fills in, and that cannot be read. */
export const UNREADABLE = 'Invalid Data Format: we couldn’t read this. Please enter it again.'

/** The most letters of a first or last name. */
export const MAX_NAME_LENGTH = 60

/** Trimmed, without control characters and lone surrogates. */
function cleanLine(typed: string): string {
	return typed.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
}

/** One line as a person types it. */
export function lineField(message = UNREADABLE) {
	return z.string(message).transform(cleanLine)
}

/**
 * One line that may be empty, of at most so many letters. One schema reads it all: conform would give a line of spaces
 * to a second one as a missing one, which zod answers in its own words.
 */
export function shortLine(most: number, tooLong = `Please write at most ${most} characters`) {
	return z.string(UNREADABLE).overwrite(cleanLine).max(most, tooLong)
}

/** One line that has to be there, of at most so many letters. */
export function neededLine(
	missing: string,
	most: number,
	tooLong = `Please write at most ${most} characters`,
) {
	return z.string(missing).overwrite(cleanLine).min(1, missing).max(most, tooLong)
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
