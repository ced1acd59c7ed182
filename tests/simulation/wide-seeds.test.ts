import { expect, test } from 'vitest'
import { sampleOf } from '#tests/support/deep.ts'
import { findsOf } from './played-histories.ts'

/** Of many shops, in a file of its own: it is played beside the long ones. */
const fixedSeeds = [
	['5', { days: 1, shops: 6 }],
	['2', { days: 2, shops: 3 }],
] as const

test.each(sampleOf(fixedSeeds, 1))(
	'many shops of an installation keep every promise, from seed %s',
	async (seed, size) => {
		expect(await findsOf(seed, size)).toEqual([])
	},
)
