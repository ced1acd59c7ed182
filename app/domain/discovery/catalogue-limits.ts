import { MAX_AMOUNT_KOBO } from '#app/kernel/money.ts'

/** What a service and an add-on may be, at every door: an owner's page and the API. */
export const catalogueLimits = {
	nameLetters: 80,
	roleLetters: 40,
	descriptionLetters: 500,
	serviceMinutes: { min: 5, max: 720 },
	bufferMinutes: { min: 0, max: 240 },
	addOnMinutes: { min: 0, max: 240 },
	position: { min: 0, max: 1000 },
	priceKobo: { min: 0, max: MAX_AMOUNT_KOBO },
} as const
