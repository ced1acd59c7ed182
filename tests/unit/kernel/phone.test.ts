import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePhone, phoneLabel } from '#app/kernel/phone.ts'

test.each([
	'08031234567',
	'0803 123 4567',
	'0803-123-4567',
	'(0803) 123.4567',
	'8031234567',
	'2348031234567',
	'+2348031234567',
	'+234 803 123 4567',
	'+234 (0)803 123 4567',
	'23408031234567',
	'002348031234567',
	' 0803\u00a0123\u00a04567 ',
	'０８０３１２３４５６７',
])('R45: %j is stored as +2348031234567', (text) => {
	expect(parsePhone(text)).toBe('+2348031234567')
})

test('R45: every mobile number has one stored form, however its owner writes it', () => {
	const mobile = fc
		.tuple(fc.constantFrom('70', '80', '81', '90', '91'), fc.integer({ min: 0, max: 99_999_999 }))
		.map(([prefix, rest]) => prefix + String(rest).padStart(8, '0'))
	fc.assert(
		fc.property(
			mobile,
			fc.constantFrom('0', '', '234', '+234', '00234', '+234 0', '234-0'),
			(digits, start) => {
				const stored = parsePhone(`${start}${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`)
				expect(stored).toBe(`+234${digits}`)
				expect(parsePhone(stored ?? '')).toBe(stored)
				expect(parsePhone(phoneLabel(stored ?? ''))).toBe(stored)
			},
		),
	)
})

test('numbers of other countries are kept as they are, when they say which', () => {
	expect(parsePhone('+44 20 7946 0018')).toBe('+442079460018')
	expect(parsePhone('0044 20 7946 0018')).toBe('+442079460018')
	expect(phoneLabel('+442079460018')).toBe('+442079460018')
})

test.each([
	'',
	'12',
	'call me',
	'0803 123 456',
	'080312345678',
	'+2348',
	'0803x1234567',
	'+',
	'++2348031234567',
	'+0123456789',
])('%j is no phone number', (text) => {
	expect(parsePhone(text)).toBeNull()
})

test('a number reads as it is said in Nigeria', () => {
	expect(phoneLabel('+2348031234567')).toBe('0803 123 4567')
})
