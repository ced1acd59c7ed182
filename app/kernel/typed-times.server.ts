import * as z from 'zod'
import { type DayOfWeek, isCivilDate, MINUTES_PER_DAY } from './civil.ts'
import { UNREADABLE } from './form-fields.server.ts'

/** Monday first, as every form of a week lists its days. */
export const weekDays: readonly DayOfWeek[] = [1, 2, 3, 4, 5, 6, 7]

const DATE_WORDS = 'Choose a date'
const TIME_WORDS = 'Choose a time'
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** A date that exists, as a field of type date sends it. */
export function typedDateField(missing: string, wrong = missing) {
	return z.string(missing).refine(isCivilDate, wrong)
}

/** As `typedDateField`, in our usual words. */
export const typedDate = typedDateField(DATE_WORDS)

/** As `typedDate`; null where it was left empty. */
export const optionalDate = typedDate.optional().transform((date) => date ?? null)

/** A time of day as a field of type time sends it; one that was left empty is undefined. */
export const optionalTime = z.string(UNREADABLE).regex(TIME, UNREADABLE).optional()

/** A time of day that has to be chosen, in minutes since 00:00. */
export const typedTime = z.string(TIME_WORDS).regex(TIME, TIME_WORDS).transform(typedMinute)

/** '14:30' → 870. */
export function typedMinute(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** As an end, '12:00 AM' is the midnight after that day. */
export function typedEndMinute(time: string): number {
	return typedMinute(time) || MINUTES_PER_DAY
}
