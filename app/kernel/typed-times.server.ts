import * as z from 'zod'
import { type DayOfWeek, isCivilDate, MINUTES_PER_DAY } from './civil.ts'
import { UNREADABLE } from './form-fields.server.ts'

/** Monday first, as every form of a week lists its days. */
export const weekDays: readonly DayOfWeek[] = [1, 2, 3, 4, 5, 6, 7]

const DATE_WORDS = 'Choose a date'

/** A time of day as a field of type time sends it; one that was left empty is undefined. */
export function typedTime() {
	return z
		.string(UNREADABLE)
		.regex(/^([01]\d|2[0-3]):[0-5]\d$/, UNREADABLE)
		.optional()
}

/** A date that exists, as a field of type date sends it. */
export function typedDate() {
	return z.string(DATE_WORDS).refine(isCivilDate, DATE_WORDS)
}

/** '14:30' → 870. */
export function typedMinute(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** As an end, '12:00 AM' is the midnight after that day. */
export function typedEndMinute(time: string): number {
	return typedMinute(time) || MINUTES_PER_DAY
}
