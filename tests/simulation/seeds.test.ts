import { describe, expect, test } from 'vitest'
import { isDeep, sampleOf } from '#tests/support/deep.ts'
import { planHistory, playHistory } from './history.ts'
import { sentencesOf } from './shrink.ts'

/** Histories that are played again, and how large they are: a long one and a wide one in a sample. */
const fixedSeeds = [
	['3', { days: 7, shops: 1 }],
	['1', { days: 2, shops: 3 }],
	['5', { days: 1, shops: 6 }],
	['2', { days: 2, shops: 3 }],
] as const

const WEEKS_OF_A_YEAR = 52

/** Plays a seed; a find is told with what led to it and the line that replays it. */
async function findsOf(seed: string, size: { days: number; shops: number }): Promise<string[]> {
	const plan = planHistory(seed, size)
	const told = await playHistory(plan, { keepsLines: true })
	if (told.finds.length === 0) return []
	return [
		...told.finds.map(({ what }) => what),
		...sentencesOf(told, plan.startsAt),
		`npm run simulate -- --seed ${seed} --days ${size.days} --shops ${size.shops}`,
	]
}

describe('a simulated installation keeps every promise', () => {
	test.each(sampleOf(fixedSeeds, 2))('from seed %s', async (seed, size) => {
		expect(await findsOf(seed, size)).toEqual([])
	})

	if (isDeep)
		test('in a year of new weeks', { timeout: 7_200_000 }, async () => {
			const first = Date.now()
			for (let week = 0; week < WEEKS_OF_A_YEAR; week++)
				expect(await findsOf(String(first + week), { days: 7, shops: 5 })).toEqual([])
		})
})
