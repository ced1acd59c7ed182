import { expect, test } from 'vitest'
import * as z from 'zod'
import { sentFields, splitSentFields, storedFields } from '#app/api/described-fields.server.ts'
import type { DescribedFields } from '#app/kernel/described-field.ts'

const fields = {
	aboutIt: { kind: 'text', label: 'About it', most: 3, rows: 1, documented: 'What it is.' },
	name: { kind: 'line', label: 'Name', most: 3, missing: 'Type a name' },
	role: { kind: 'lineOrEmpty', label: 'Role', most: 3 },
	landmark: { kind: 'lineOrNone', label: 'Landmark', most: 3 },
	phone: { kind: 'phoneOrNone', label: 'Phone' },
	minutes: { kind: 'count', label: 'Minutes', min: 5, max: 9 },
	place: { kind: 'count', label: 'Place', min: 0, max: 9, absent: 0 },
	percent: { kind: 'countOrNone', label: 'Percent', min: 1, max: 9 },
	priceKobo: { kind: 'kobo', label: 'Price', missing: 'Type a price' },
	giftKobo: { kind: 'koboOrNone', label: 'Gift', missing: 'Type an amount' },
	isOn: { kind: 'flag', label: 'On' },
	size: { kind: 'choice', label: 'Size', options: [{ id: 'small', name: 'Small' }], missing: 'Choose one' },
} as const satisfies DescribedFields

const sent = z.object(sentFields(fields))
const row = {
	...{
		about_it: '',
		name: 'Cut',
		role: '',
		landmark: null,
		phone: null,
		minutes: 5,
		place: 0,
		percent: null,
	},
	...{ price_kobo: 0, gift_kobo: null, is_on: false, size: 'small' },
}

test('each kind of field is taken within its limits, and as none where it may be none', () => {
	expect(sent.parse(row)).toEqual(row)
	const fullest = {
		about_it: 'abc',
		role: 'abc',
		landmark: 'abc',
		minutes: 9,
		place: 9,
		percent: 9,
		gift_kobo: 1,
	}
	expect(sent.parse({ ...row, ...fullest })).toMatchObject(fullest)
})

test.each([
	...[{ about_it: 'abcd' }, { about_it: null }, { name: '' }, { name: 'abcd' }, { name: null }],
	...[{ role: 'abcd' }, { role: null }],
	...[{ landmark: '' }, { landmark: 'abcd' }, { phone: '' }, { minutes: 4 }, { minutes: 10 }],
	...[{ minutes: 5.5 }, { place: null }, { percent: 0 }, { percent: 10 }, { price_kobo: -1 }],
	...[{ price_kobo: null }, { gift_kobo: 0 }, { is_on: 1 }, { size: 'large' }],
])('%j is refused', (wrong) => {
	const [name] = Object.keys(wrong)
	expect(sent.safeParse({ ...row, ...wrong }).error?.issues.map(({ path }) => path)).toEqual([[name]])
})

test('of a new row only what has no meaning when it is absent is needed', () => {
	const { needed, more } = splitSentFields(fields)
	expect(Object.keys(needed)).toEqual(['name', 'minutes', 'price_kobo', 'size'])
	expect([...Object.keys(needed), ...Object.keys(more)].toSorted()).toEqual(Object.keys(row).toSorted())
})

test('a row is told as it is stored, also beyond its limits; what a field is for stands in the document', () => {
	const beyond = { ...row, name: 'A long name', minutes: 0, percent: 100, gift_kobo: 0 }
	expect(z.object(storedFields(fields)).parse(beyond)).toEqual(beyond)
	expect(z.toJSONSchema(sentFields(fields).about_it)).toMatchObject({ description: 'What it is.' })
})
