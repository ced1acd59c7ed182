import * as z from 'zod'
import { type DayOfWeek, isCivilDate, MINUTES_PER_DAY } from './civil.ts'
import { idField, outsideLine, outsideText, seenField, UNREADABLE } from './form-fields.server.ts'
import { formatNaira, MAX_AMOUNT_KOBO, parseNaira } from './money.ts'

/** Fields of an owner's form, each with its errors in words. */

/** What every form of a row adds. */
export const ownersForm = {
	/** The idempotency key of the change. */
	act: idField(),
	/** The row as shown; none for a new one. */
	seen: seenField(4_000).optional(),
	/** Keeps the appointments that the change conflicts with. */
	keep: z.literal('1', UNREADABLE).optional(),
}

/** May be empty. */
export function typedTextField(maxLetters: number) {
	return outsideText(UNREADABLE).max(maxLetters, `Please write at most ${maxLetters} characters`).default('')
}

/** Naira, as kobo. */
export function typedNairaField(missing: string, what: string) {
	return outsideLine(missing)
		.min(1, missing)
		.transform((typed) => parseNaira(typed) ?? Number.NaN)
		.pipe(z.number(missing).max(MAX_AMOUNT_KOBO, `${what} can be at most ${formatNaira(MAX_AMOUNT_KOBO)}`))
}

type Limits = { min: number; max: number }

export function typedCountField(what: string, { min, max }: Limits) {
	const most = String(max).replace(/\B(?=(\d{3})+$)/g, ',')
	const wrong = `${what} must be a whole number from ${min} to ${most}`
	return z
		.string(wrong)
		.regex(/^\s*\d{1,7}\s*$/, wrong)
		.transform(Number)
		.pipe(z.number().min(min, wrong).max(max, wrong))
}

/** Gives `empty` when left empty. */
export function optionalCountField<Empty extends number | null>(what: string, limits: Limits, empty: Empty) {
	return typedCountField(what, limits)
		.optional()
		.transform((value): number | Empty => value ?? empty)
}

export const isOnField = z
	.literal('on', UNREADABLE)
	.optional()
	.transform((sent) => sent === 'on')

/** A text with half a character is unreadable: no statement takes one. */
function wholeOnly(_: string, value: unknown): unknown {
	if (typeof value === 'string' && !value.isWellFormed()) throw new SyntaxError('half of a character')
	return value
}

/** Null for what no form of ours sends. */
export function readSeen<Value>(schema: z.ZodType<Value>, sent: string | undefined): Value | null {
	try {
		return schema.parse(JSON.parse(sent ?? 'null', wholeOnly))
	} catch {
		return null
	}
}

export const weekDays: readonly DayOfWeek[] = [1, 2, 3, 4, 5, 6, 7]

const DATE_WORDS = 'Choose a date'
const TIME_WORDS = 'Choose a time'
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** An existing date, as sent by an input of type date. */
export function typedDateField(missing: string, wrong = missing) {
	return z.string(missing).refine(isCivilDate, wrong)
}

export const typedDate = typedDateField(DATE_WORDS)

/** Null when left empty. */
export const optionalDate = typedDate.optional().transform((date) => date ?? null)

/** As sent by an input of type time; undefined when left empty. */
export const optionalTime = z.string(UNREADABLE).regex(TIME, UNREADABLE).optional()

/** Required; in minutes since 00:00. */
export const typedTime = z.string(TIME_WORDS).regex(TIME, TIME_WORDS).transform(typedMinute)

/** '14:30' → 870. */
export function typedMinute(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** An end of '12:00 AM' is the midnight after that day. */
export function typedEndMinute(time: string): number {
	return typedMinute(time) || MINUTES_PER_DAY
}
