import * as z from 'zod'
import { type DayOfWeek, isCivilDate, MINUTES_PER_DAY } from './civil.ts'
import { UNREADABLE } from './form-fields.server.ts'

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
