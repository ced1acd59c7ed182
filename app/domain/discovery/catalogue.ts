import type { DescribedFields } from '#app/kernel/described-field.ts'
import { MAX_AMOUNT_KOBO } from '#app/kernel/money.ts'
import { discoverCategories } from '#app/kernel/vocabulary/discovery.ts'

/** The limits of a catalogue, on the owner's page and in the API. */
export const catalogueLimits = {
	nameLetters: 80,
	roleLetters: 40,
	position: { min: 0, max: 1000 },
	priceKobo: { min: 0, max: MAX_AMOUNT_KOBO },
} as const

const name = {
	kind: 'line',
	label: 'Name',
	most: catalogueLimits.nameLetters,
	missing: 'Type a name',
	column: 'name',
} as const
const price = {
	kind: 'kobo',
	label: 'Price',
	formLabel: 'Price in naira',
	typedAs: 'price',
	missing: 'Type the price in naira, such as 5,000',
	hintOfRow: 'Visits that are booked keep their price.',
	column: 'price_naira',
} as const
const position = {
	kind: 'count',
	label: 'Place in the list',
	...catalogueLimits.position,
	emptyField: 0,
	absent: 0,
	hint: 'Lower numbers come first, then the alphabet.',
} as const
const isEnabled = { kind: 'flag', label: 'Customers can book it', column: 'enabled' } as const

export const serviceFields = {
	categoryId: {
		...{ kind: 'choice', label: 'Category', options: discoverCategories, missing: 'Choose a category' },
	},
	name,
	description: { kind: 'text', label: 'Description', most: 500, rows: 3, column: 'description' },
	durationMinutes: { kind: 'count', label: 'Minutes', min: 5, max: 720, column: 'minutes' },
	bufferMinutes: {
		...{ kind: 'count', label: 'Minutes afterwards', min: 0, max: 240, emptyField: 0, absent: 0 },
		...{ column: 'buffer_minutes', hint: 'To clean up. No one can book this time.' },
	},
	priceKobo: price,
	position,
	isEnabled,
} as const satisfies DescribedFields

export const addOnFields = {
	name,
	durationMinutes: {
		...{ kind: 'count', label: 'Minutes', formLabel: 'Extra minutes', min: 0, max: 240, emptyField: 0 },
		...{ column: 'minutes', hint: 'How much longer the visit takes with it.' },
	},
	priceKobo: price,
	position,
	isEnabled: { ...isEnabled, formLabel: 'Customers can add it' },
} as const satisfies DescribedFields

/** Last day, end and services of a person are not described here. */
export const personFields = {
	firstName: {
		...{ kind: 'line', label: 'First name', most: catalogueLimits.nameLetters, keyboard: 'customerName' },
		missing: 'Type a first name',
	},
	lastName: {
		...{
			kind: 'lineOrEmpty',
			label: 'Last name',
			most: catalogueLimits.nameLetters,
			keyboard: 'customerName',
		},
	},
	role: {
		...{ kind: 'lineOrEmpty', label: 'Role', most: catalogueLimits.roleLetters, keyboard: 'customerName' },
		hint: 'Customers see it, such as Braider.',
	},
} as const satisfies DescribedFields
