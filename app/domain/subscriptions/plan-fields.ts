import type { DescribedFields } from '#app/kernel/described-field.ts'
import { planLimits as limits } from './plan-limits.ts'

/** A plan's offer can change. */
export const planOffer = {
	title: { kind: 'line', label: 'Name', most: 80, missing: 'Type a name' },
	description: { kind: 'text', label: 'Description', most: 500, rows: 3 },
	priceKobo: {
		...{ kind: 'kobo', label: 'Price', formLabel: 'Price in naira' },
		typedAs: 'price',
		...{ missing: 'Type the price in naira, such as 20,000' },
		hintOfRow: 'Plans that are paid or ordered keep their price.',
	},
	isPayableAtShop: {
		...{ kind: 'flag', label: 'Customers can pay at the shop' },
		hint: 'They order it here, and you start it when they pay.',
	},
} as const satisfies DescribedFields

/** Terms are chosen once: customers bought them. */
export const planTerms = {
	periodDays: { kind: 'count', label: 'Days it lasts', what: 'Days', ...limits.periodDays },
	maxPauses: {
		...{ kind: 'count', label: 'Pauses', ...limits.pauses, emptyField: 0 },
		hint: 'How often a customer can put it on hold. 0 for never.',
	},
	maxPauseDays: {
		...{ kind: 'count', label: 'Days of a pause, at most', what: 'Days of a pause' },
		...{ ...limits.pauseDays, emptyField: 1 },
	},
} as const satisfies DescribedFields

export const planFields = {
	...planOffer,
	status: {
		...{ kind: 'choice', label: 'Customers can buy it', missing: '' },
		options: [
			{ id: 'on_offer', name: 'yes' },
			{ id: 'withdrawn', name: 'no' },
		],
	},
} as const satisfies DescribedFields
