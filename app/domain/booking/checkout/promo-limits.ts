import { MAX_AMOUNT_KOBO } from '#app/kernel/money.ts'

/** What a promo code may be, at every door: an owner's page and the API. */
export const promoLimits = {
	code: /^[A-Z0-9-]{3,20}$/,
	percent: { min: 1, max: 100 },
	amountKobo: { min: 1, max: MAX_AMOUNT_KOBO },
	uses: { min: 1, max: 1_000_000 },
} as const
