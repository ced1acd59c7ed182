import { expect, test } from 'vitest'
import { cleanCustomerSearch, customerSearch } from '#app/domain/booking/customer/customer-search.ts'

test.each([
	['Amaka', '"@Amaka" *'],
	['  amaka   obi ', '"@amaka" * AND "@obi" *'],
	['Abdul-Rahman', '"@Abdul" * AND "@Rahman" *'],
	['O’Neil', '"@O" * AND "@Neil" *'],
	['Amaka O', '"@Amaka" * AND "@O" *'],
	['Ọlá" OR *', '"@Ọlá" * AND "@OR" *'],
	['@amaka', '"@amaka" *'],
])('D65: %j is words of a name', (typed, match) => {
	expect(customerSearch(typed)).toEqual({
		ok: true,
		value: { match, phoneBeginning: '', phoneEnding: '', referenceNumber: null },
	})
})

test.each([
	['0803 123 4567', '8031234567'],
	['+234 803 123 4567', '8031234567'],
	['+234 (0)803 123 4567', '8031234567'],
	['00234 803-123-4567', '8031234567'],
	['2348031234567', '8031234567'],
	['8031234567', '8031234567'],
	['1234567', '1234567'],
	['0123456', '123456', '0123456'],
	['0803 123', '803123', '0803123'],
	['2341567', '2341567'],
	['0803 123 4', '8031234'],
	['+44 7911 123456', '447911123456'],
])('D65: %j is a phone number', (typed, phoneBeginning, phoneEnding = phoneBeginning) => {
	expect(customerSearch(typed)).toMatchObject({
		ok: true,
		value: {
			match: `"@${phoneBeginning}" * OR "@${phoneEnding.slice(-7)}"`,
			phoneBeginning,
			phoneEnding,
		},
	})
})

test.each(['WK7-4QMH', 'wk7 4qmh', 'WK74QMH', ' wk7–4qmh '])(
	'the number of a visit may be typed as %j, and is also looked for as a name',
	(typed) => {
		const found = customerSearch(typed)
		expect(found).toMatchObject({ ok: true, value: { referenceNumber: 'WK7-4QMH', phoneEnding: '' } })
	},
)

test('a number of a visit may have digits alone', () => {
	expect(customerSearch('234-5678')).toMatchObject({
		ok: true,
		value: { referenceNumber: '234-5678', phoneEnding: '2345678' },
	})
})

test.each([
	['', 'search_empty'],
	[' \u200f\n ', 'search_empty'],
	['0803 12', 'search_short_phone'],
	['+', 'search_short_phone'],
	['123456', 'search_short_phone'],
	['A', 'search_short_name'],
	['Ọ̀', 'search_short_name'],
	['a b c', 'search_short_name'],
	['!?*', 'search_short_name'],
])('D65: %j is too little to look for: %s', (typed, refusal) => {
	expect(customerSearch(typed)).toEqual({ ok: false, refusal })
})

test('only the first letters of a long text are looked for, and shown again', () => {
	expect(cleanCustomerSearch('a'.repeat(5000))).toHaveLength(80)
	expect(cleanCustomerSearch('Amaka\u202e\tObi')).toBe('Amaka Obi')
	const found = customerSearch(Array.from({ length: 20 }, () => 'ab').join(' '))
	expect(found.ok && found.value.match.split(' AND ')).toHaveLength(6)
})
