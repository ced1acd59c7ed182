import type { DescribedFields } from '#app/kernel/described-field.ts'
import { MAX_AMOUNT_KOBO } from '#app/kernel/money.ts'

/** On the owner's page and in the API. */
export const promoLimits = {
	code: /^[A-Z0-9-]{3,20}$/,
	percent: { min: 1, max: 100 },
	amountKobo: { min: 1, max: MAX_AMOUNT_KOBO },
	uses: { min: 1, max: 1_000_000 },
} as const

/** What can change of a promo code. Its last day can too, on the shop's clock. */
export const promoTerms = {
	isActive: { kind: 'flag', label: 'Customers can use it' },
	maxUses: {
		...{ kind: 'countOrNone', label: 'Uses in all', ...promoLimits.uses, none: 'no limit' },
		hint: 'By all customers together. Leave empty for no limit.',
	},
	minimumAmountKobo: {
		...{ kind: 'kobo', label: 'Lowest price', formLabel: 'Lowest price in naira' },
		typedAs: 'minimum',
		...{ missing: 'Type the lowest price in naira, such as 5,000', emptyField: 0, absent: 0 },
		hint: 'It takes nothing off a visit that costs less. Leave empty for any price.',
	},
} as const satisfies DescribedFields
