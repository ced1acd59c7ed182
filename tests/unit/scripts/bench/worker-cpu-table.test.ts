import { expect, test } from 'vitest'
import { type CpuRow, cpuResult } from '#scripts/bench/worker-cpu-table.ts'

function row(name: string, workerMs: number, row: Partial<CpuRow> = {}): CpuRow {
	const cost = (ms: number) => ({ workerMs: ms, sqldMs: 2, pages: 100 })
	return {
		name,
		isPublic: false,
		trips: 1,
		samples: [{ ours: cost(workerMs), other: cost(1) }],
		...row,
	}
}
const noise = row('the same build against itself', 1.02)
const timeSelection = [row('time selection', 1.7), row('two at a time', 1.6)]
const effort = { rounds: 1, seconds: 1 }

test('a public page meets its goal only with a seventh of the CPU and no trip', () => {
	const verdicts = (page: CpuRow) =>
		cpuResult([...timeSelection, page, noise], [1], effort)
			.goals.filter(({ id }) => id === 'P9c')
			.map(({ verdict }) => verdict)
	expect(verdicts(row('/', 0.15, { isPublic: true, trips: 0 }))).toEqual(['met', 'met'])
	expect(verdicts(row('/', 0.3, { isPublic: true, trips: 0 }))).toEqual(['missed', 'met'])
	expect(verdicts(row('/', 0.15, { isPublic: true, trips: 1 }))).toEqual(['met', 'missed'])
})

test('the noise is told beside the ratio, and is no page that could miss a goal', () => {
	const rows = [...timeSelection, row('/', 0.1, { isPublic: true, trips: 0 }), { ...noise, trips: 0.1 }]
	const { goals } = cpuResult(rows, [1], effort)
	expect(goals[0]).toMatchObject({ id: 'P9a', verdict: 'met' })
	expect(goals[0]?.figure).toContain('a build against itself: 1.02 × to 1.02 ×')
})

test('P9b: a trip on a kept stream is told beside a trip to one table of the same moment', () => {
	const rows = [...timeSelection, row('/', 0.1, { isPublic: true, trips: 0 }), noise]
	const goal = (...oneTableMs: number[]) => cpuResult(rows, oneTableMs, effort).goals[1]
	expect(goal(1)).toMatchObject({ id: 'P9b', verdict: 'met', figure: '2.00 × (2.00 ms beside 1.00 ms)' })
	expect(goal(0.9)).toMatchObject({ verdict: 'missed' })
	expect(goal()).toMatchObject({ verdict: 'missed' })
})
