import { expect, test } from 'vitest'
import { addOnFields, serviceFields } from '#app/domain/discovery/catalogue.ts'
import { changedWords } from '#app/kernel/described-field.ts'
import { rowForm } from '#app/kernel/described-form.server.ts'
import { nairaToType, parseNaira } from '#app/kernel/money.ts'

const serviceForm = rowForm(serviceFields)
const addOnForm = rowForm(addOnFields)
const act = 'AHv6xgSI3IZcnX39ZJMI9A'
const typed = {
	act,
	name: ' Box  braids ',
	categoryId: 'hair-beauty',
	price: '₦22,000',
	durationMinutes: '180',
}
const row = {
	id: 'braids',
	categoryId: 'hair-beauty' as const,
	name: 'Box braids',
	description: '',
	durationMinutes: 180,
	bufferMinutes: 0,
	priceKobo: 2_200_000,
	position: 0,
	isEnabled: true,
}

test('a service is read as people type it; what is left out begins at nothing, and is off', () => {
	expect(serviceForm.schema.parse(typed)).toEqual({
		...{ act, name: 'Box  braids', categoryId: 'hair-beauty', price: 2_200_000, durationMinutes: 180 },
		...{ bufferMinutes: 0, description: '', position: 0, isEnabled: false },
	})
	expect(serviceForm.schema.parse({ ...typed, isEnabled: 'on' }).isEnabled).toBe(true)
	expect(addOnForm.schema.parse({ act, name: 'Wash', price: '0' })).toMatchObject({
		price: 0,
		durationMinutes: 0,
	})
})

test.each([
	[{ name: '' }, 'Type a name'],
	[{ name: 'x'.repeat(81) }, 'Please write at most 80 characters'],
	[{ categoryId: 'cars' }, 'Choose a category'],
	[{ price: '5,000 naira' }, 'Type the price in naira, such as 5,000'],
	[{ price: '100000001' }, 'The price can be at most ₦100,000,000'],
	[{ durationMinutes: '4' }, 'Minutes must be a whole number from 5 to 720'],
	[{ durationMinutes: '1.5' }, 'Minutes must be a whole number from 5 to 720'],
	[{ bufferMinutes: '241' }, 'Minutes afterwards must be a whole number from 0 to 240'],
	[{ position: '1001' }, 'Place in the list must be a whole number from 0 to 1,000'],
	[{ description: 'x'.repeat(501) }, 'Please write at most 500 characters'],
])('%j is refused in words', (wrong, words) => {
	const read = serviceForm.schema.safeParse({ ...typed, ...wrong })
	expect(read.error?.issues.map(({ message }) => message)).toEqual([words])
})

test('a form keeps of a row what it shows, and no id; what is no such row is none', () => {
	const { id: _, ...fields } = row
	expect(serviceForm.readSeen(serviceForm.seenOf(row))).toEqual(fields)
	const addOn = {
		id: 'wash',
		name: 'Wash',
		durationMinutes: 10,
		priceKobo: 1_500,
		position: 1,
		isEnabled: false,
	}
	expect(addOnForm.readSeen(addOnForm.seenOf(addOn))).not.toHaveProperty('id')
	for (const sent of [undefined, '', '{}', '[]', '{"name":1}']) expect(serviceForm.readSeen(sent)).toBeNull()
})

test('what became of a row is said field by field', () => {
	const current = {
		...row,
		priceKobo: 2_500_050,
		isEnabled: false,
		description: 'Waist length',
		categoryId: 'nails' as const,
	}
	expect(changedWords(serviceFields, row, current)).toEqual([
		{ label: 'Category', now: 'Nails' },
		{ label: 'Description', now: 'Waist length' },
		{ label: 'Price', now: '₦25,000.50' },
		{ label: 'Customers can book it', now: 'no' },
	])
	expect(changedWords(serviceFields, current, { ...current, description: '' })).toEqual([
		{ label: 'Description', now: 'none' },
	])
	expect(changedWords(serviceFields, row, row)).toEqual([])
})

test('an amount is shown as it is typed', () => {
	for (const [kobo, shown] of [
		[2_200_000, '22,000'],
		[50, '0.50'],
		[0, '0'],
	] as const) {
		expect(nairaToType(kobo)).toBe(shown)
		expect(parseNaira(shown)).toBe(kobo)
	}
})
