import { MAX_AMOUNT_KOBO } from '#app/kernel/money.ts'

/** Limits of pages and API. */
export const planLimits = {
	/** Whole naira: online payments have no kobo. */
	priceKobo: { min: 100, max: MAX_AMOUNT_KOBO, step: 100 },
	entries: { min: 1, max: 1000 },
	periodDays: { min: 1, max: 366 },
	pauses: { min: 0, max: 12 },
	pauseDays: { min: 1, max: 366 },
	capacity: { min: 1, max: 1000 },
	sessionMinutes: { min: 1, max: 1440 },
	series: { sessions: 100, daysAhead: 366 },
} as const
