import { expect, test } from 'vitest'
import { atMost } from '#scripts/bench/goal.ts'
import { reportOf } from '#scripts/bench/report.ts'

const machine = {
	date: '2026-11-22',
	cpu: 'Some CPU',
	cores: 2,
	memoryGb: 8,
	system: 'linux 6',
	node: 'v20',
	load: 0.4,
}

test('the report tells where and when it was made, then its goals, then each part', () => {
	const goal = atMost({ id: 'P2', what: 'CSS', limit: 5, value: 6, show: (kb) => `${kb} KB` })
	const table = { title: 'Files', text: 'All of them.', columns: ['What'], rows: [['CSS']] }
	const report = reportOf(machine, 'deep', { tables: [table], goals: [goal] })
	expect(report).toContain('`npm run bench -- --deep`')
	expect(report).toContain('2026-11-22, 2 cores of Some CPU')
	expect(report).toContain('| P2 | CSS | at most 5 KB | 6 KB | **missed** |')
	expect(report.indexOf('## Goals')).toBeLessThan(report.indexOf('## Files'))
})
