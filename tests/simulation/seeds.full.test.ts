import { expect, test } from 'vitest'
import { isDeep, sampleOf } from '#tests/support/deep.ts'
import { findsOf } from './played-histories.ts'

/** Histories that are played again, and how large they are: a long one in a sample. */
const fixedSeeds = [
	['3', { days: 7, shops: 1 }],
	['1', { days: 2, shops: 3 }],
] as const

const WEEKS_OF_A_YEAR = 52

test.each(sampleOf(fixedSeeds, 1))(
	'a simulated installation keeps every promise, from seed %s',
	async (seed, size) => {
		expect(await findsOf(seed, size)).toEqual([])
	},
)

if (isDeep)
	test('a simulated installation keeps every promise in a year of new weeks', {
		timeout: 7_200_000,
	}, async () => {
		const first = Date.now()
		for (let week = 0; week < WEEKS_OF_A_YEAR; week++)
			expect(await findsOf(String(first + week), { days: 7, shops: 5 })).toEqual([])
	})
