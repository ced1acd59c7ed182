import { expect, test } from 'vitest'
import { againLines, boundLine, failedLines, progressLine, tookLine } from '#scripts/testing/layer-line.ts'

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
		'This run took 33 minutes on 2 cores of Intel Xeon. It is to take 10 on 2 calm cores.',
	)
})

test('a run says what it does while it does it, and how to run again what failed', () => {
	const running = [
		{ name: 'unit', far: '84 of 242 files' },
		{ name: 'types', far: null },
	]
	expect(progressLine(90_400, running)).toBe('  1:30  unit 84 of 242 files · types')
	expect(againLines(['unit', 'e2e'])).toContain('npm test unit e2e\n')
})

test('the last lines of a run name every test that failed, each once', () => {
	const words = [
		' ✓ |unit| tests/unit/a.test.ts (1 test)',
		' FAIL  |unit| tests/unit/b.test.ts > adds',
		' FAIL  |unit| tests/unit/b.test.ts > adds',
		'    [with script] › tests/e2e/c.test.ts:5:1 › walks @both ',
	].join('\n')
	expect(failedLines('unit', { passed: 1, failed: 2, words })).toEqual([
		'Failed in unit: |unit| tests/unit/b.test.ts > adds',
		'Failed in unit: [with script] › tests/e2e/c.test.ts:5:1 › walks @both',
	])
	expect(failedLines('types', { passed: 0, failed: 1, words: 'error TS2322' })).toEqual([
		'Failed in types: see above',
	])
	expect(failedLines('unit', { passed: 1, failed: 0, words })).toEqual([])
})
