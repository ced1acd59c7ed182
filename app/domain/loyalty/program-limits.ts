import { MAX_AMOUNT_KOBO } from '#app/kernel/money.ts'

/** What a loyalty program and its milestones may be, at every door: an owner's page and the API. */
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
