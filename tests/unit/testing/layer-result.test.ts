import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from '#scripts/testing/layer-result.ts'

const vitest = (counts: Partial<Parameters<typeof countVitest>[0]>) => ({
	numPassedTests: 3,
	numFailedTests: 0,
	numPendingTests: 0,
	numTodoTests: 0,
	testResults: [],
	...counts,
})
const playwright = (
	stats: Partial<Parameters<typeof countPlaywright>[0]['stats']>,
	errors: unknown[] = [],
) => ({
	stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0, ...stats },
	errors,
})

test('passed tests of a run that ended well are passed tests', () => {
	expect(countVitest(vitest({}), true)).toEqual({ passed: 3, failed: 0 })
	expect(countPlaywright(playwright({}), true)).toEqual({ passed: 2, failed: 0 })
})

test('a skipped test counts as failed', () => {
	expect(countVitest(vitest({ numPendingTests: 1, numTodoTests: 1 }), true).failed).toBe(2)
	expect(countPlaywright(playwright({ skipped: 1 }), true).failed).toBe(1)
})

test('a test that passes only now and then counts as failed', () => {
	expect(countPlaywright(playwright({ flaky: 1 }), true).failed).toBe(1)
})

test('a file that breaks outside of its tests counts as failed, and one with failed tests is not counted twice', () => {
	const broken = { status: 'failed', assertionResults: [{ status: 'passed' }] }
	const failing = { status: 'failed', assertionResults: [{ status: 'failed' }] }
	expect(countVitest(vitest({ testResults: [broken] }), false).failed).toBe(1)
	expect(countVitest(vitest({ numFailedTests: 1, testResults: [failing] }), false).failed).toBe(1)
	expect(countPlaywright(playwright({}, ['no such fixture']), false).failed).toBe(1)
})

test('a run that ends badly, or without a test, has failed', () => {
	expect(countVitest(vitest({}), false).failed).toBe(1)
	expect(countVitest(vitest({ numPassedTests: 0 }), true).failed).toBe(1)
	expect(countPlaywright(playwright({ expected: 0 }), true).failed).toBe(1)
})
