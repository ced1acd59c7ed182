import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { wiredElsewhere } from './floors.ts'
import { brokenImports } from './import-rules.ts'
import { barrels, namesThatSayNothing } from './names.ts'
import { flowsWithoutRoom, operationsInDomain } from './rooms.ts'
import { impureRules, serverCodeInBrowserFiles, sqlElsewhere } from './server-code.ts'
import { pathsUnder, readSourceTree } from './source-tree.ts'
import { tablesWrittenByOthers } from './table-owners.ts'

/**
 * The recipe 'A new context' of CONTRIBUTING.md, done to a copy: an invented context 'tips' with a table, a
 * repository, a page, a mail, a job and a section of the export. Its new files are those of `planted/new-context`.
 */
const CONTEXT = join(PROJECT_ROOT, 'tests/architecture/planted/new-context')
const FOLDERS = ['app', 'db', 'migrations']

/** A line into a list, before the line that closes it, with its import. */
type Addition = { list: string; closes: RegExp; line: string; imports?: string }

const additions: Record<string, Addition> = {
	'app/repositories.server.ts': {
		list: 'export function createRepositories',
		closes: /^\t\twriteBatch,/m,
		line: '\t\ttips: createTipsRepositories(read),',
		imports: "import { createTipsRepositories } from './domain/tips/repositories.server.ts'",
	},
	'app/flows/lists/messages.server.ts': {
		list: 'export const messages',
		closes: /^\]/m,
		line: '\ttipsSharedMessage,',
		imports: "import { tipsSharedMessage } from '#app/flows/messages/tips-shared-message.server.ts'",
	},
	'app/flows/lists/jobs.server.ts': {
		list: 'const lists',
		closes: /^\]/m,
		line: `\t{
		name: 'tips',
		async run({ tips, writeBatch, now }) {
			await writeBatch([tips.jars.shareOpenedBefore(now() - MINUTE_MS)])
			return 'shared'
		},
	},`,
	},
	'app/flows/lists/purges.server.ts': {
		list: 'export const purges',
		closes: /^\} satisfies/m,
		line: '\ttipJars: ({ tips }, now) => [tips.jars.purgeOpenedBefore(now - ACTS_MS)],',
	},
	'app/flows/lists/export.server.ts': {
		list: 'export const exportSections',
		closes: /^\}/m,
		line: '\ttips: ({ tips }, { actor }) => tips.jars.exportJars(actor),',
	},
	'app/flows/lists/erasure.server.ts': {
		list: 'export const erasures',
		closes: /^\t\/\/ identity/m,
		line: '\ttipsErased: ({ tips }, { actor, passwordHash }) => tips.jars.forgetJars(actor, passwordHash),',
	},
	'db/invariants/all.ts': {
		list: 'export const invariants',
		closes: /^\]/m,
		line: '\t...tipsInvariants,',
		imports: "import { tipsInvariants } from './tips.ts'",
	},
	'migrations/meta/_journal.json': {
		list: '"entries"',
		closes: /^ {2}\]/m,
		line: '    ,{ "idx": 99, "version": "6", "when": 9999999999999, "tag": "0099_tips", "breakpoints": true }',
	},
}

const root = mkdtempSync(join(tmpdir(), 'new-context-'))
for (const folder of FOLDERS) cpSync(join(PROJECT_ROOT, folder), join(root, folder), { recursive: true })
for (const folder of FOLDERS)
	cpSync(join(CONTEXT, folder), join(root, folder), { recursive: true, force: false })
for (const [path, addition] of Object.entries(additions)) {
	const file = join(root, path)
	writeFileSync(file, withAddition(readFileSync(file, 'utf8'), addition))
}
afterAll(() => rmSync(root, { recursive: true }))

function withAddition(text: string, { list, closes, line, imports }: Addition): string {
	const begin = text.indexOf(list)
	const end = text.slice(begin).search(closes)
	if (begin < 0 || end < 0) throw new Error(`there is no list ${list}`)
	const at = begin + end
	return `${imports ? `${imports}\n` : ''}${text.slice(0, at)}${line}\n${text.slice(at)}`
}

const filesOf = (folder: string) => FOLDERS.flatMap((one) => pathsUnder(folder, one))
const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')

/** Files of ours whose text is another in the copy. */
function changedFiles(copy: string): string[] {
	const there = new Set(filesOf(copy))
	return filesOf(PROJECT_ROOT).filter(
		(path) => !there.has(path) || read(copy, path) !== read(PROJECT_ROOT, path),
	)
}

const tree = readSourceTree(root)

describe('the recipe of a new context, done to a copy of the tree', () => {
	const numbers = [
		'no',
		'one',
		'two',
		'three',
		'four',
		'five',
		'six',
		'seven',
		'eight',
		'nine',
		'ten',
		'eleven',
		'twelve',
	]

	test('changes as many existing files as CONTRIBUTING.md says', () => {
		const recipe = /### A new context\n\n(\w+) existing files/.exec(read(PROJECT_ROOT, 'CONTRIBUTING.md'))
		const changed = changedFiles(root)
		expect(changed.toSorted()).toEqual(Object.keys(additions).toSorted())
		expect(recipe?.[1]?.toLowerCase()).toBe(numbers[changed.length])
	})

	test('adds new files only', () => {
		const ours = new Set(filesOf(PROJECT_ROOT))
		const added = filesOf(root).filter((path) => !ours.has(path))
		expect(added).toEqual(filesOf(CONTEXT).toSorted())
	})

	test.each(
		[
			wiredElsewhere,
			flowsWithoutRoom,
			operationsInDomain,
			tablesWrittenByOthers,
			serverCodeInBrowserFiles,
			sqlElsewhere,
			impureRules,
			namesThatSayNothing,
			barrels,
		].map((rule) => [rule.name, rule] as const),
	)('keeps to %s', (_, rule) => {
		expect(rule(tree)).toEqual([])
	})

	test('is wired: each import of the copy leads to a file', () => {
		const paths = new Set([...filesOf(root), ...tree.map(({ path }) => path)])
		const lost = tree.flatMap(({ path, imports }) =>
			imports
				.filter(({ target, isOurs }) => isOurs && FOLDERS.some((one) => target.startsWith(`${one}/`)))
				.filter(({ target }) => !paths.has(target))
				.map(({ target }) => `${path} imports ${target}`),
		)
		expect(tree.some(({ path }) => path === 'app/flows/tips/open-tip-jar.server.ts')).toBe(true)
		expect(lost).toEqual([])
	})

	test('keeps to the floors and their doors, and an import of another context is found', async () => {
		const places = filesOf(CONTEXT).filter((path) => path.endsWith('.ts') || path.endsWith('.tsx'))
		expect(await brokenImports(root, places)).toEqual([])
		const [from, to] = ['app/domain/tips/planted.ts', 'app/domain/availability/open-slots.ts']
		writeFileSync(join(root, from), `import '#${to}'\n`)
		expect(await brokenImports(root, [from])).toEqual([`contexts do not know each other: ${from} → ${to}`])
	})
})
