import ts from 'typescript'
import { afterEach, expect, test } from 'vitest'
import { codeMutants } from '#scripts/mutation/code-mutants.ts'
import { drawSample, type Mutant } from '#scripts/mutation/mutant.ts'
import { switchedCode } from '#scripts/mutation/switched-code.ts'

const holder = globalThis as typeof globalThis & { $mutant?: (id: number) => boolean }
afterEach(() => {
	delete holder.$mutant
})

const CODE = `const LIMIT = 3
export function ticket(age: number, isMember: boolean, steps: string[]) {
	if (age < 0) return 'no age'
	steps.push('asked')
	const price = isMember && age >= 18 ? 10 - 2 : 10
	return [price, steps.some((step) => step === 'asked'), steps.filter((step) => step !== 'x').length, LIMIT].join(' ')
}`

function mutantsOf(code: string): Mutant[] {
	const options = { target: ts.ScriptTarget.ESNext, noLib: true }
	const host = ts.createCompilerHost(options)
	const file = ts.createSourceFile('ticket.ts', code, options.target, true)
	const program = ts.createProgram(['ticket.ts'], options, {
		...host,
		getSourceFile: (name) => (name === 'ticket.ts' ? file : undefined),
	})
	return codeMutants(file, program.getTypeChecker()).map((mutant, at) => ({
		...mutant,
		id: at + 1,
		path: 'ticket.ts',
	}))
}

function run(id: number, code: string, age: number, isMember: boolean): string {
	holder.$mutant = (one) => one === id
	const script = ts.transpile(code.replaceAll('export ', ''), { target: ts.ScriptTarget.ESNext })
	return new Function(`${script}\nreturn ticket(${age}, ${isMember}, ['x', 'x'])`)()
}

test('all mutants stand in one code, and each is switched on alone', () => {
	const mutants = mutantsOf(CODE)
	const code = switchedCode(CODE, mutants)
	const answers = (id: number) =>
		[-1, 0, 17, 18].flatMap((age) => [true, false].map((isMember) => run(id, code, age, isMember))).join(', ')
	const asWritten = answers(0)
	expect(asWritten).toBe(
		'no age, no age, 10 true 1 3, 10 true 1 3, 10 true 1 3, 10 true 1 3, 8 true 1 3, 10 true 1 3',
	)
	expect(mutants.map(({ id, kind }) => [kind, answers(id) !== asWritten])).toEqual([
		['constant moved', true],
		['guard removed', true],
		['bound moved', true],
		['call left out', true],
		['and for or', true],
		['bound moved', true],
		['sum turned', true],
		['and for or', true],
		// There is a step of both kinds.
		['condition turned', false],
		['filter left out', true],
		['condition turned', true],
	])
})

test('a sample has its share of each folder, and is the same for the same seed', () => {
	const all = ['app/flows/a', 'app/flows/b', 'app/domain/c'].flatMap((folder, at) =>
		Array.from({ length: 100 * (at + 1) }, (_, id) => ({ path: `${folder}/x.server.ts`, id })),
	)
	const drawn = drawSample(all, 60, 7)
	expect(drawn).toEqual(drawSample(all, 60, 7))
	expect(drawn).not.toEqual(drawSample(all, 60, 8))
	expect(drawn.map(({ path }) => path.split('/')[2])).toEqual([
		...Array(30).fill('c'),
		...Array(10).fill('a'),
		...Array(20).fill('b'),
	])
})
