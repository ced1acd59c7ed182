import { MAX_AMOUNT_KOBO } from '#app/kernel/money.ts'

/** Limits of pages and API. */
export const programLimits = {
	nameLetters: 80,
	descriptionLetters: 500,
	percent: { min: 1, max: 100 },
	amountKobo: { min: 1, max: MAX_AMOUNT_KOBO },
	rewardDays: { min: 1, max: 3650 },
	tierVisits: { min: 1, max: 1000 },
	cardVisits: { min: 1, max: 100 },
	rewardLetters: 200,
} as const
