import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_TIP, parseCustomTip, tipAmount } from '#app/domain/booking/checkout/price-draft.ts'

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
		'5k': 500_000,
		'₦1.5K': 150_000,
		'': 0,
		'  ': 0,
	}
	for (const [typed, kobo] of Object.entries(read))
		expect([typed, parseCustomTip(typed)]).toEqual([typed, { ok: true, value: kobo }])
})

test('what is no plain amount is asked about', () => {
	for (const typed of [
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
		'k',
		'5kk',
		'5 thousand',
		'.5',
		'5.',
		'1.2.3',
		'٥',
		'💰',
	])
		expect([typed, parseCustomTip(typed)]).toMatchObject([typed, { refusal: 'not_a_number' }])
})

test('a tip above a million naira is a slip of the finger', () => {
	for (const typed of ['1000000.01', '1001k', '999999999999', '9'.repeat(20)])
		expect([typed, parseCustomTip(typed)]).toMatchObject([typed, { refusal: 'too_large' }])
})

test('whatever is typed, a tip is whole kobo from nothing to the maximum', () => {
	fc.assert(
		fc.property(
			fc.oneof(fc.string({ unit: 'binary' }), fc.double().map(String), fc.bigInt().map(String)),
			(typed) => {
				const read = parseCustomTip(typed)
				const isTip = read.ok && Number.isInteger(read.value) && read.value >= 0
				expect(!read.ok || (isTip && read.value <= MAX_TIP_KOBO)).toBe(true)
			},
		),
		{ numRuns: 2_000 },
	)
})

test('no tip is nothing, and a custom one is what was typed', () => {
	expect(tipAmount(NO_TIP, 500_000)).toBe(0)
	expect(tipAmount({ kind: 'custom', percent: 0, customKobo: 777 }, 500_000)).toBe(777)
})
