import { expect, test } from 'vitest'
import * as z from 'zod'
import {
	absentValues,
	changedWords,
	type DescribedFields,
	inOrder,
	neededColumns,
} from '#app/kernel/described-field.ts'
import {
	formFields,
	postedNames,
	rowForm,
	valuesOfForm,
	valuesToType,
} from '#app/kernel/described-form.server.ts'

const fields = {
	name: { kind: 'line', label: 'Name', most: 20, missing: 'Type a name', column: 'name' },
	nickname: { kind: 'lineOrEmpty', label: 'Nickname', most: 20 },
	landmark: { kind: 'lineOrNone', label: 'Landmark', most: 20, column: 'landmark' },
	about: { kind: 'text', label: 'About', most: 20, rows: 2, column: 'about' },
	phone: { kind: 'phoneOrNone', label: 'Phone' },
	seats: { kind: 'count', label: 'Seats', min: 1, max: 9, column: 'seats' },
	rest: { kind: 'count', label: 'Rest', min: 0, max: 9, emptyField: 0, absent: 5, column: 'rest' },
	limit: { kind: 'countOrNone', label: 'Limit', min: 1, max: 9, none: 'no limit' },
	priceKobo: {
		kind: 'kobo',
		label: 'Price',
		typedAs: 'price',
		missing: 'Type the price',
		column: 'price_naira',
	},
	giftKobo: { kind: 'koboOrNone', label: 'Gift', typedAs: 'gift', missing: 'Type the gift' },
	isOn: { kind: 'flag', label: 'On', column: 'on' },
	size: {
		kind: 'choice',
		label: 'Size',
		missing: 'Choose a size',
		options: [
			{ id: 's', name: 'Small' },
			{ id: 'l', name: 'Large' },
		],
	},
} as const satisfies DescribedFields

const row = {
	...{ name: 'Ada', nickname: '', landmark: null, about: '', phone: '+2348031234567', seats: 2, rest: 0 },
	...{ limit: null, priceKobo: 150_050, giftKobo: null, isOn: true, size: 's' as const },
}
const schema = z.object(formFields(fields))
const typed = (of: typeof row) =>
	Object.fromEntries(Object.entries(valuesToType(fields, of)).filter(([, value]) => value !== ''))

test('a row is shown as it is typed, under the names of the form, and read back as it was', () => {
	expect(valuesToType(fields, row)).toMatchObject({
		price: '1,500.50',
		gift: '',
		isOn: 'on',
		phone: '0803 123 4567',
	})
	expect(valuesOfForm(fields, schema.parse(typed(row)))).toEqual(row)
	const off = { ...row, landmark: null, isOn: false, giftKobo: null }
	expect(valuesOfForm(fields, schema.parse(typed(off)))).toEqual(off)
})

test('what has to be typed is said in words', () => {
	expect(schema.safeParse({}).error?.issues.map(({ message }) => message)).toEqual([
		...['Type a name', 'Seats must be a whole number from 1 to 9', 'Type the price', 'Choose a size'],
	])
})

test('a form keeps what it showed, and a box is never asked for its constraints', () => {
	const { seenOf, readSeen, startOfNew } = rowForm(fields)
	expect(readSeen(seenOf(row))).toEqual(row)
	expect(readSeen('{"name":1}')).toBeNull()
	expect(startOfNew).toEqual({ isOn: 'on' })
	expect(postedNames(fields)).not.toContain('isOn')
	expect(Object.keys(inOrder(fields, ['size', 'name'])).slice(0, 3)).toEqual(['size', 'name', 'nickname'])
})

test('what another device changed is said in the words of each field', () => {
	const now = {
		...row,
		phone: null as never,
		limit: 3 as never,
		priceKobo: 100,
		isOn: false,
		size: 'l' as never,
	}
	expect(changedWords(fields, row, now)).toEqual([
		{ label: 'Phone', now: 'none' },
		{ label: 'Limit', now: '3' },
		{ label: 'Price', now: '₦1' },
		{ label: 'On', now: 'no' },
		{ label: 'Size', now: 'Large' },
	])
	expect(changedWords(fields, now, row)).toContainEqual({ label: 'Limit', now: 'no limit' })
})

test('a new row of an import has what the file leaves out, but for what it needs', () => {
	expect(absentValues(fields)).toEqual({ landmark: null, about: '', rest: 5, isOn: true })
	expect(neededColumns(fields)).toEqual({ name: 'name', seats: 'seats', priceKobo: 'price_naira' })
})
