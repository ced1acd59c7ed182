import { expect, test } from 'vitest'
import { boundLine, tookLine } from '#scripts/testing/layer-line.ts'

test('O7: a run says which layer took how long, the longest first, and all of them together', () => {
	const took = [
		{ name: 'unit', ms: 4_400 },
		{ name: 'e2e', ms: 300_600 },
		{ name: 'worker', ms: 90_400 },
	]
	expect(tookLine(took)).toBe('Seconds: e2e 301, worker 90, unit 4; one after the other 395.')
	expect(took.map(({ name }) => name)).toEqual(['unit', 'e2e', 'worker'])
})

test('O7: a whole run says which machine its bound is for, and on which it ran', () => {
	expect(boundLine(33 * 60_000, '2 cores of Intel Xeon')).toBe(
		'This run took 33 minutes on 2 cores of Intel Xeon. It is to take 16 on 2 calm cores of AMD EPYC.',
	)
})
