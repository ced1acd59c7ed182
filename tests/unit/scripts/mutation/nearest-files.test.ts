import { expect, test } from 'vitest'
import { nearestFiles, type TestFile, tryTogether } from '#scripts/mutation/judge-mutants.ts'
import type { Mutant } from '#scripts/mutation/mutant.ts'

const mutant = (id: number, path: string): Mutant => ({
	...{ id, path, line: 1, kind: 'guard removed', form: 'expression' },
	...{ start: 0, end: 1, replacement: 'false' },
})
const all = [mutant(1, 'a.ts'), mutant(2, 'a.ts'), mutant(3, 'b.ts'), mutant(4, 'b.ts')]
const file = (name: string, ms: number, hits: number[]): TestFile => ({ file: name, ms, hits, loaded: [] })

test('the files that visit a place come by what they cost and how much of its source they visit', () => {
	const record = [
		file('slow', 900, [1, 2]),
		file('quick', 10, [1]),
		file('whole', 10, [1, 2]),
		file('elsewhere', 1, [3]),
	]
	const nearest = nearestFiles(all, record, { all, loaded: new Set() })
	expect(nearest.get(1)).toEqual(['whole', 'quick', 'slow'])
	expect(nearest.get(2)).toEqual(['whole', 'slow'])
	expect(nearest.get(4)).toEqual([])
})

test('what is made while a module loads is visited by those who use the module', () => {
	const record = [file('user', 10, [3]), file('other', 1, [1])]
	expect(nearestFiles(all, record, { all, loaded: new Set([4]) }).get(4)).toEqual(['user'])
})

test('mutants that ask one file are tried together, neighbours apart, those of loading by themselves', () => {
	const wanted = [1, 2, 3, 4, 5].map((id) => ({ id, file: 'one' }))
	const runs = tryTogether([...wanted, { id: 1, file: 'other' }], 2, new Set([5]))
	expect(runs).toEqual([
		{ ids: [1, 3], file: 'one' },
		{ ids: [2, 4], file: 'one' },
		{ ids: [5], file: 'one' },
		{ ids: [1], file: 'other' },
	])
})
