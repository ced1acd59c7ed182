import { describe, expect, test } from 'vitest'
import { allOf, atLeast, atMost, goalTable, notMeasured, worstOf } from '#scripts/bench/goal.ts'

const bound = { id: 'P1', what: 'a figure', limit: 2, show: (value: number) => `${value} ms` }

describe('A goal', () => {
	test('is met up to its limit, and missed beyond', () => {
		expect(atMost({ ...bound, value: 2 }).verdict).toBe('met')
		expect(atMost({ ...bound, value: 2.01 }).verdict).toBe('missed')
		expect(atLeast({ ...bound, value: 2 }).verdict).toBe('met')
		expect(atLeast({ ...bound, value: 1.99 }).verdict).toBe('missed')
	})

	test('is missed by what is no number: a measurement that failed is never a success', () => {
		expect(atMost({ ...bound, value: Number.NaN }).verdict).toBe('missed')
		expect(atLeast({ ...bound, value: Number.NaN }).verdict).toBe('missed')
	})

	test('tells its limit and its figure in the same unit', () => {
		expect(atMost({ ...bound, value: 1, note: 'on /' })).toMatchObject({
			limit: 'at most 2 ms',
			figure: '1 ms (on /)',
		})
	})

	test('that counts is met when all are well, and not when there was nothing to count', () => {
		expect(allOf('P7', 'pages', 3, 3).verdict).toBe('met')
		expect(allOf('P7', 'pages', 2, 3)).toMatchObject({ figure: '2 of 3', verdict: 'missed' })
		expect(allOf('P7', 'pages', 0, 0).verdict).toBe('missed')
	})
})

test('the table of goals counts its verdicts and goes from P1 to P15', () => {
	const goals = [
		notMeasured('P15', 'memory', 'flat', 'later'),
		atMost({ ...bound, id: 'P9b', value: 3 }),
		atMost({ ...bound, id: 'P9a', value: 1 }),
		atMost({ ...bound, value: 1 }),
	]
	const { text, rows } = goalTable(goals)
	expect(text).toBe('2 met, 1 missed, 1 not measured in this run.')
	expect(rows.map(([id, , , , verdict]) => [id, verdict])).toEqual([
		['P1', 'met'],
		['P9a', 'met'],
		['P9b', '**missed**'],
		['P15', 'not measured'],
	])
})

test('the worst of several is the one with the highest measure', () => {
	expect(worstOf(['a', 'ccc', 'bb'], (text) => text.length)).toBe('ccc')
	expect(() => worstOf([], () => 0)).toThrow('nothing to choose from')
})
