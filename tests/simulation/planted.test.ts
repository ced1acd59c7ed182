import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { plantedBugs } from './planted-bugs.ts'
import { bugsOfWriter } from './planted-bugs-of-writer.ts'
import { planted } from './planted-bundle.ts'
import { plantedTable } from './planted-table.ts'

describe('the planted mistakes', () => {
	test.each(plantedBugs.map((bug) => [bug.name, bug] as const))(
		'%s matches once, and changes something',
		(_, bug) => {
			const source = readFileSync(join(PROJECT_ROOT, bug.file), 'utf8')
			expect(planted(source, bug)).not.toBe(source)
		},
	)

	test('are listed, each with where it was last found, or why it was not', () => {
		const rows = plantedTable(plantedBugs, bugsOfWriter).split('\n').slice(2)
		expect(rows).toHaveLength(plantedBugs.length + bugsOfWriter.length)
		expect(rows[0]).toMatch(/^\| `one-draft-booked-twice` \| A draft .+ \| seed \d+, \d+ s \|$/)
		expect(rows.filter((row) => !row.endsWith('|') || row.includes('undefined'))).toEqual([])
	})

	test('have names of their own', () => {
		const names = plantedBugs.map(({ name }) => name)
		expect(new Set(names).size).toBe(names.length)
		expect(names.length).toBeGreaterThanOrEqual(40)
	})
})
