import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { differenceWords } from '#scripts/ops/difference-words.ts'

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8')
const operations = read('docs/operations.md')

/** The texts of a call's arguments, without what is filled in: 'Paystack refuses the refund: '. */
function textsOf(source: string): string[] {
	const calls = [...source.matchAll(/\balert\w*\(/gi)].map(({ index, 0: name }) => {
		const from = index + name.length
		let depth = 1
		let to = from
		while (depth > 0 && to < source.length) {
			if (source[to] === '(') depth += 1
			if (source[to] === ')') depth -= 1
			to += 1
		}
		return source.slice(from, to)
	})
	const written = [...source.matchAll(/(['"`])ALERT ([^'"`]*)\1/g)].map(([, , text = '']) => `'${text}'`)
	return [...calls, ...written]
		.flatMap((call) =>
			[...call.matchAll(/'([^'\n]*)'|`([^`]*)`/g)].map(([, plain, filled]) => plain ?? filled ?? ''),
		)
		.flatMap((text) => text.split(/\$\{[^}]*\}/))
		.map((part) => part.replace(/^[\s:;,?]+|[\s:;,?]+$/g, ''))
		.filter((part) => part.split(' ').length >= 3)
}

test('each ALERT line that the app can write is in docs/operations.md, with what to do', () => {
	const files = ['app', 'db'].flatMap((folder) =>
		readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((path) => /\.tsx?$/.test(path))
			.map((path) => join(folder, path)),
	)
	const texts = files.flatMap((path) => textsOf(read(path)))
	expect(texts.length).toBeGreaterThan(8)
	// A line that is missing here: add it to the table under 'Alerts', with what it means and what to do.
	expect(texts.filter((text) => !operations.includes(text))).toEqual([])
})

test('an ALERT line that nobody wrote down is found', () => {
	const planted = 'deps.log(alertLine(reference, `the moon fell on $' + '{shop} at night`))'
	expect(textsOf(planted)).toEqual(['the moon fell on'])
	expect(textsOf("log('ALERT database: it sank to the bottom')")).toEqual(['database: it sank to the bottom'])
})

test('each difference that reconciling can name is in docs/operations.md', () => {
	expect(Object.keys(differenceWords).filter((kind) => !operations.includes(`\`${kind}\``))).toEqual([])
})

test('each command of package.json that it names is there', () => {
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
	const named = [...operations.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
	expect(named.filter((name) => !(name in scripts))).toEqual([])
})
