import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatNaira, formatNairaAndKobo, nairaToType, parseNaira, percentOf } from '#app/kernel/money.ts'

describe('how money reads', () => {
	test.each([
		[0, '₦0'],
		[100, '₦1'],
		[1_785_400, '₦17,854'],
		[1_785_450, '₦17,854.50'],
		[5, '₦0.05'],
		[123_456_789_000, '₦1,234,567,890'],
		[-50_000, '−₦500'],
	])('%d kobo is %s', (amountKobo, text) => {
		expect(formatNaira(amountKobo)).toBe(text)
	})

	test('amounts are grouped and rounded as Nigerian English does it', () => {
		const inNigeria = (minimumFractionDigits: number) =>
			new Intl.NumberFormat('en-NG', { minimumFractionDigits, maximumFractionDigits: 2 })
		const [short, long] = [inNigeria(0), inNigeria(2)]
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (amountKobo) => {
				const wanted = amountKobo % 100 === 0 ? short : long
				expect(formatNaira(amountKobo)).toBe(`₦${wanted.format(amountKobo / 100)}`)
				expect(formatNairaAndKobo(-amountKobo - 1)).toBe(`−₦${long.format((amountKobo + 1) / 100)}`)
			}),
		)
	})

	test('no amount is ever read as another one', () => {
		fc.assert(
			fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (amountKobo) => {
				const text = formatNaira(amountKobo)
				const naira = Number(text.replace('−', '-').replace('₦', '').replaceAll(',', ''))
				expect(Math.round(naira * 100)).toBe(amountKobo)
			}),
		)
	})
})

describe('a percentage of money', () => {
	test('is rounded half up to the whole naira', () => {
		expect(percentOf(1_234_500, 15)).toBe(185_200) // ₦1,851.75
		expect(percentOf(1_000, 5)).toBe(100) // ₦0.50
		expect(percentOf(980, 5)).toBe(0) // ₦0.49
		expect(percentOf(1_500_000, 10)).toBe(150_000)
		expect(percentOf(0, 25)).toBe(0)
		expect(percentOf(99_999, 0)).toBe(0)
	})

	test('is whole naira, never half a naira off, and all of it is 100 percent of whole naira', () => {
		const amount = fc.integer({ min: 0, max: 1_000_000_000 })
		fc.assert(
			fc.property(amount, fc.integer({ min: 0, max: 100 }), (amountKobo, percent) => {
				const part = percentOf(amountKobo, percent)
				expect(part % 100).toBe(0)
				// In hundredths of a kobo half a naira is 5,000: the part is at most that above the exact one, and less below.
				const exact = BigInt(amountKobo) * BigInt(percent)
				const difference = BigInt(part) * 100n - exact
				expect(difference > -5_000n && difference <= 5_000n).toBe(true)
				expect(percentOf(amountKobo * 100, 100)).toBe(amountKobo * 100)
			}),
		)
	})
})

test.each([
	['', 0],
	['1500', 150_000],
	['1,500', 150_000],
	['1,500.50', 150_050],
	['1 500', 150_000],
	['₦5,000', 500_000],
	['NGN 5000', 500_000],
	['5k', 500_000],
	['1.5K', 150_000],
	['１，５００', 150_000],
	['1,234,567\u00a0', 123_456_700],
])('D68: %j is %d kobo', (typed, kobo) => {
	expect(parseNaira(typed)).toBe(kobo)
	expect(parseNaira(nairaToType(kobo))).toBe(kobo)
})

test.each(['10,00', '1,50', '5,5', '12,34,567', '1 50', '0,500', '1,500 000', '12.345', '-5', '1e9', 'abc'])(
	'D68: %j is asked about',
	(typed) => expect(parseNaira(typed)).toBeNull(),
)
