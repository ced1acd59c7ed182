import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExactJson } from '#app/domain/payments/paystack/exact-json.ts'

test('a number of Paystack with 20 digits keeps each of them, wherever it stands', () => {
	expect(parseExactJson('{"data":{"id":18446744073709551615,"other":[9007199254740993]}}')).toEqual({
		data: { id: '18446744073709551615', other: ['9007199254740993'] },
	})
	expect(parseExactJson('18446744073709551615')).toBe('18446744073709551615')
})

test('amounts stay numbers, and digits within a text stay as they are', () => {
	const value = {
		amount: 1785400,
		fee: -1,
		part: 1.25,
		note: 'ref 18446744073709551615 "quoted" \\',
		big: 1e21,
	}
	expect(parseExactJson(JSON.stringify(value))).toEqual(value)
	expect(parseExactJson('[1234567890123456.5]')).toEqual([1234567890123456.5])
	expect(parseExactJson('[0.12345678901234567890, 1E+30, -12345678901234567890]')).toEqual(
		JSON.parse('[0.12345678901234567890, 1E+30, -12345678901234567890]'),
	)
})

test('whatever else is sent is read as it always is', () => {
	fc.assert(
		fc.property(
			fc.json().filter((text) => !/\d{16}/.test(text)),
			(text) => {
				expect(parseExactJson(text)).toEqual(JSON.parse(text))
			},
		),
	)
	fc.assert(
		fc.property(fc.string(), (text) => {
			expect(parseExactJson(JSON.stringify(text))).toBe(text)
		}),
	)
	fc.assert(
		fc.property(fc.bigInt({ min: 10n ** 15n, max: 2n ** 64n - 1n }), (id) => {
			expect(parseExactJson(`{"id":${id}}`)).toEqual({ id: String(id) })
		}),
	)
})

test('what is no JSON is refused at once, however long its quotes go on', () => {
	for (const text of ['', '<html>', '{"id":18446744073709551615', `"${'\\"'.repeat(130_000)}`])
		expect(() => parseExactJson(text)).toThrow(SyntaxError)
})
