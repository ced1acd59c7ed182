import { expect, test } from 'vitest'
import { nairaToType, parseNaira } from '#app/kernel/money.ts'

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
