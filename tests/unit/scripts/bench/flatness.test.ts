import { expect, test } from 'vitest'
import { flatness } from '#scripts/bench/flatness.ts'

function run(residentMb: (sample: number) => number) {
	return Array.from({ length: 100 }, (_, i) => ({ pages: (i + 1) * 100, residentMb: residentMb(i) }))
}

test('memory that grows while caches fill and then stays is flat', () => {
	const samples = run((i) => Math.min(200, 100 + 10 * i))
	expect(flatness(samples, 1_000)).toEqual({ warmMb: 200, endMb: 200 })
})

test('memory that goes on growing is not', () => {
	const { warmMb, endMb } = flatness(
		run((i) => 100 + i),
		1_000,
	)
	expect(endMb / warmMb).toBeGreaterThan(1.5)
})
