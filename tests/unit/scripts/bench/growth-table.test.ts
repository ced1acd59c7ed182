import { expect, test } from 'vitest'
import { growthResult, growthRows } from '#scripts/bench/growth-table.ts'

function column(shops: number, ms: number, bytes: number) {
	return {
		shops,
		appointments: shops,
		minimum: new Map([['discover', ms]]),
		bytes: new Map([['discover', bytes]]),
	}
}

test('larger databases are compared with the smallest one that fills the page', () => {
	expect(growthRows([column(10, 5, 500), column(1_000, 10, 1_000), column(50_000, 11, 1_005)])).toEqual([
		{ name: 'discover', ratios: [1.1] },
	])
})

test('a page that takes longer on a larger database than the goal allows misses it', () => {
	const effort = { rounds: 1, bookings: 1 }
	const verdict = (ms: number) =>
		growthResult([column(10, 10, 1_000), column(1_000, ms, 1_000)], effort).goals[0]?.verdict
	expect(verdict(11.9)).toBe('met')
	expect(verdict(12.1)).toBe('missed')
})
