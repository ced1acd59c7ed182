import { MAX_AMOUNT_KOBO } from '#app/kernel/money.ts'

/** What the rows of a shop's catalogue have in common, at every door: an owner's page and the API. */
export const catalogueLimits = {
	nameLetters: 80,
	roleLetters: 40,
	position: { min: 0, max: 1000 },
	priceKobo: { min: 0, max: MAX_AMOUNT_KOBO },
} as const
