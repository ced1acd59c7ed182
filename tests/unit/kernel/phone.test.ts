import fc from 'fast-check'
import examples from 'libphonenumber-js/examples.mobile.json'
import {
	type CountryCode,
	getCountries,
	getExampleNumber,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
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
	'\u202a+234 803 123 4567\u202c',
	'\u200e08031234567',
	'0803\u200b1234567',
	'0803\u2011123\u20114567',
	'0803\u2010123\u20104567',
	'0803\u00ad1234567',
	'tel:+2348031234567',
	'0803\u2212123\u22124567',
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
	expect(parsePhone('+44 (0)20 7946 0018')).toBe('+442079460018')
	expect(parsePhone('+233 24 412 3456')).toBe('+233244123456')
	expect(parsePhone('00233244123456')).toBe('+233244123456')
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
	'0244123456',
	'024 412 3456',
	'97 12 34 56',
	'07911 123456',
	'98765 43210',
])('%j is no phone number', (text) => {
	expect(parsePhone(text)).toBeNull()
})

test('a number reads as it is said in Nigeria', () => {
	expect(phoneLabel('+2348031234567')).toBe('0803 123 4567')
})

test.each([
	['01 234 5678', '+23412345678'],
	['+234 1 234 5678', '+23412345678'],
	['042 123 456', '+23442123456'],
	['09 234 5678', '+23492345678'],
	['0201 234 5678', '+2342012345678'],
	['+234 209 123 4567', '+2342091234567'],
])('R45: the land line %s is stored as %s', (typed, stored) => {
	expect(parsePhone(typed)).toBe(stored)
	expect(parsePhone(phoneLabel(stored))).toBe(stored)
})

describe('R45: against the number plans of all countries', () => {
	const isNumber = (stored: string) => parsePhoneNumberFromString(stored)?.isValid() === true
	/** Of seven or eight digits, which the plan does not list any more. */
	const isOldLandLine = (stored: string) => /^\+234\d{7,8}$/.test(stored)
	const exampleOf = (country: CountryCode) => getExampleNumber(country, examples)
	const countries = getCountries().filter((country) => country !== 'NG' && exampleOf(country))

	test('a number with its country is that number', () => {
		expect(countries.length).toBeGreaterThan(200)
		for (const country of countries) {
			const number = exampleOf(country)
			for (const typed of [number?.number, number?.formatInternational(), number?.getURI()])
				expect(parsePhone(typed ?? ''), `${country} ${typed}`).toBe(number?.number)
		}
	})

	test('a number without its country is no Nigerian one that cannot exist', () => {
		for (const country of countries) {
			const typed = exampleOf(country)?.formatNational() ?? ''
			const stored = parsePhone(typed)
			if (stored !== null && !isOldLandLine(stored))
				expect(isNumber(stored), `${country} ${typed} ${stored}`).toBe(true)
		}
	})

	test('every Nigerian number is taken, with its country and without', () => {
		const national = fc
			.tuple(
				fc.constantFrom('20', '70', '71', '72', '80', '81', '90', '91'),
				fc.integer({ min: 0, max: 99_999_999 }),
			)
			.map(([start, rest]) => start + String(rest).padStart(8, '0'))
			.filter((digits) => isNumber(`+234${digits}`))
		fc.assert(
			fc.property(national, fc.constantFrom('+234', '0', '00234', ''), (digits, start) => {
				expect(parsePhone(start + digits)).toBe(`+234${digits}`)
			}),
		)
	})

	test('and what is taken of ten digits is possible', () => {
		fc.assert(
			fc.property(fc.integer({ min: 100_000_000, max: 9_999_999_999 }), (typed) => {
				const stored = parsePhone(String(typed).padStart(10, '0'))
				if (stored !== null && !isOldLandLine(stored))
					expect(parsePhoneNumberFromString(stored)?.isPossible()).toBe(true)
			}),
		)
	})
})
