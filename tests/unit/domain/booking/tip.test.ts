import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_TIP, parseCustomTip, tipAmount } from '#app/domain/booking/tip.ts'

const MAX_TIP_KOBO = 100_000_000

test('a typed tip is read as people write naira', () => {
	const read = {
		'500': 50_000,
		'1,500': 150_000,
		'₦1 500': 150_000,
		' 0 ': 0,
		'12.5': 1_250,
		'12.34': 1_234,
		'１２': 1_200,
		'1000000': MAX_TIP_KOBO,
	}
	for (const [typed, kobo] of Object.entries(read))
		expect([typed, parseCustomTip(typed)]).toEqual([typed, kobo])
})

test('what is no plain amount is no tip', () => {
	for (const typed of [
		'',
		'abc',
		'-5',
		'−5',
		'+5',
		'1e9',
		'1e309',
		'0x10',
		'NaN',
		'Infinity',
		'12.345',
		'.5',
		'5.',
		'1.2.3',
		'٥',
		'💰',
	])
		expect([typed, parseCustomTip(typed)]).toEqual([typed, 0])
})

test('a tip above a million naira is a slip of the finger', () => {
	expect(parseCustomTip('1000000.01')).toBeNull()
	expect(parseCustomTip('999999999999')).toBeNull()
	expect(parseCustomTip('9'.repeat(13))).toBe(0)
})

test('whatever is typed, a tip is whole kobo from nothing to the maximum', () => {
	fc.assert(
		fc.property(
			fc.oneof(fc.string({ unit: 'binary' }), fc.double().map(String), fc.bigInt().map(String)),
			(typed) => {
				const kobo = parseCustomTip(typed)
				expect(kobo === null || (Number.isInteger(kobo) && kobo >= 0 && kobo <= MAX_TIP_KOBO)).toBe(true)
			},
		),
		{ numRuns: 2_000 },
	)
})

test('no tip is nothing, and a custom one is what was typed', () => {
	expect(tipAmount(NO_TIP, 500_000)).toBe(0)
	expect(tipAmount({ kind: 'custom', percent: 0, customKobo: 777 }, 500_000)).toBe(777)
})
