import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fileTable } from '#scripts/mutation/file-table.ts'

const root = mkdtempSync(join(tmpdir(), 'wakati-table-'))
afterAll(() => rmSync(root, { recursive: true }))

function keep(path: string, content: unknown) {
	const file = join(root, path)
	mkdirSync(join(file, '..'), { recursive: true })
	writeFileSync(file, JSON.stringify(content))
}

test('a file of tests has its seconds and what it alone notices, the dearest for what it finds first', () => {
	const result = (name: string, ms: number) => ({ name: join(root, name), startTime: 0, endTime: ms })
	keep('test-results/unit.json', {
		testResults: [result('tests/unit/a.test.ts', 9_000), result('tests/unit/b.test.ts', 6_000)],
	})
	keep('.tmp/mutation/server-1.json', [
		{ by: ['tests/unit/a.test.ts'], tried: 2 },
		{ by: ['tests/unit/a.test.ts', 'tests/unit/b.test.ts'], tried: 2 },
		{ by: [], tried: 4 },
	])
	expect(fileTable(root)).toEqual([
		'Of 3 judged mutants, by file of tests:',
		' seconds  noticed  alone  file',
		'     6.0        1      0  tests/unit/b.test.ts',
		'     9.0        2      1  tests/unit/a.test.ts',
	])
})

test('without a run and without mutants there is nothing to weigh', () => {
	expect(fileTable(join(root, 'elsewhere'))[0]).toBe('Of 0 judged mutants, by file of tests:')
})
