import { expect, test } from 'vitest'
import { playedHistories } from './played-histories.ts'

test('one seed gives one history, byte for byte, in two processes and again in one', async () => {
	const lists = [
		['11', '11'],
		['12', '11'],
	]
	const [[first, again] = [], [other, afterOther] = []] = await playedHistories(lists, { days: 1, shops: 1 })
	expect(first?.steps).toBeGreaterThan(500)
	expect(again).toEqual(first)
	expect(afterOther).toEqual(first)
	expect(other?.hash).not.toBe(first?.hash)
})
