import { expect, test } from 'vitest'
import { median, pairedRatio } from '#scripts/bench/statistics.ts'

test('the median is the middle one, or the mean of the two in the middle, whatever their order', () => {
	expect(median([9, 1, 10])).toBe(9)
	expect(median([10, 1, 9, 2])).toBe(5.5)
	expect(median([])).toBeNaN()
})

test('a median leaves its list as it was', () => {
	const values = [3, 1, 2]
	median(values)
	expect(values).toEqual([3, 1, 2])
})

test('a slow moment of the machine, which meets both halves of a pair, changes no paired ratio', () => {
	const pairs = [
		{ ours: 4, other: 2 },
		{ ours: 400, other: 200 },
		{ ours: 5, other: 2 },
	]
	expect(pairedRatio(pairs)).toEqual({ median: 2, least: 2, most: 2.5 })
})
