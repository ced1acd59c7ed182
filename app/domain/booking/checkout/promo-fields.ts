import type { DescribedFields } from '#app/kernel/described-field.ts'
import { promoLimits as limits } from './promo-limits.ts'

/** What of a promo code can be changed, beside its last day, which is an instant on the shop's clock. */
export const promoTerms = {
	isActive: { kind: 'flag', label: 'Customers can use it' },
	maxUses: {
		...{ kind: 'countOrNone', label: 'Uses in all', ...limits.uses, none: 'no limit' },
		hint: 'By all customers together. Leave empty for no limit.',
	},
	minimumAmountKobo: {
		...{ kind: 'kobo', label: 'Lowest price', formLabel: 'Lowest price in naira' },
		typedAs: 'minimum',
		...{ missing: 'Type the lowest price in naira, such as 5,000', emptyField: 0, absent: 0 },
		hint: 'It takes nothing off a visit that costs less. Leave empty for any price.',
	},
} as const satisfies DescribedFields
