import type { DescribedFields } from '#app/kernel/described-field.ts'
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
	periodDays: { kind: 'count', label: 'Days it lasts', what: 'Days', ...planLimits.periodDays },
	maxPauses: {
		...{ kind: 'count', label: 'Pauses', ...planLimits.pauses, emptyField: 0 },
		hint: 'How often a customer can put it on hold. 0 for never.',
	},
	maxPauseDays: {
		...{ kind: 'count', label: 'Days of a pause, at most', what: 'Days of a pause' },
		...{ ...planLimits.pauseDays, emptyField: 1 },
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

/** Seats can change. */
export const sessionSeats = {
	capacity: { kind: 'count', label: 'Seats', ...planLimits.capacity },
} as const satisfies DescribedFields

/** Beside its plan, its leader and its start. */
export const sessionTerms = {
	durationMinutes: { kind: 'count', label: 'Minutes', ...planLimits.sessionMinutes },
	...sessionSeats,
} as const satisfies DescribedFields
