import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { opsCommands } from '#scripts/ops/ops-commands.ts'
import { layers } from '#scripts/testing/layers.ts'
import { ruleIdsOf } from './citations.ts'
import {
	brokenLinks,
	citedRules,
	type Page,
	plansIn,
	type Repository,
	readPages,
	rulesOf,
	unknownCommands,
	unknownConstants,
	unknownDecisions,
	unknownNames,
	unknownPaths,
	unknownRuleIds,
	vagueWords,
} from './documents.ts'
import { pathsUnder, readComments, readSourceTree } from './source-tree.ts'

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8')
const { pages, decisions } = readPages(PROJECT_ROOT)
const pageOf = (path: string) => pages.find((page) => page.path === path) ?? { path, text: '' }
const ruleBook = pageOf('docs/rules.md').text

const files = ['app', 'db', 'docs', 'migrations', 'public', 'scripts', 'tests', '.ci', '.github']
	.flatMap((folder) => pathsUnder(PROJECT_ROOT, folder))
	.concat(
		readdirSync(PROJECT_ROOT, { withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : [])),
	)
const foldersOf = (path: string) =>
	path
		.split('/')
		.slice(0, -1)
		.map((_, i, names) => names.slice(0, i + 1).join('/'))
const code = files
	.filter((path) => /\.(tsx?|js|sql|css|toml|json|example)$/.test(path) && !path.startsWith('docs/'))
	.map((path) => `${path}\n${read(path)}`)
	.join('\n')

const repository: Repository = {
	paths: [...new Set([...files, ...files.flatMap(foldersOf)])],
	scripts: new Set(Object.keys(JSON.parse(read('package.json')).scripts)),
	opsCommands: opsCommands.map(({ name }) => name),
	layers: layers.map(({ name }) => name),
	tools: new Set(readdirSync(join(PROJECT_ROOT, 'node_modules/.bin'))),
	ruleIds: ruleIdsOf(ruleBook),
	code,
	pageAt: (path) => [...pages, ...decisions].find((page) => page.path === path)?.text,
}

const glossary = (page: Page) => page.path === 'docs/glossary.md'
const everywhere = () => true
/** Written by the bench. */
const byHand = (page: Page) => page.path !== 'docs/benchmarks.md'

/** Each kind of claim with the pages that it is looked for in, and a planted falsehood that it must find. */
const claims: {
	name: string
	find: (page: Page, repository: Repository) => string[]
	of?: (page: Page) => boolean
	decisionsToo?: true
	/** What is named and is not there, with the reason. */
	allowed?: Record<string, string>
	planted: string
	finds: string
}[] = [
	{
		name: 'links lead to files and headings',
		find: brokenLinks,
		decisionsToo: true,
		planted: '[a](docs/rules.md) [b](docs/glossary.md#nowhere)',
		finds: 'names docs/glossary.md#nowhere',
	},
	{
		name: 'paths are there',
		find: unknownPaths,
		allowed: {},
		planted: '`app/root.tsx`, `app/domain/<context>` and `app/flows/booking/hold-all.server.ts`',
		finds: 'names app/flows/booking/hold-all.server.ts',
	},
	{
		name: 'commands can be run',
		find: unknownCommands,
		planted: '`npm run dev`, `npm test unit`, `npx tsx scripts/none.ts`',
		finds: 'names npx tsx scripts/none.ts',
	},
	{
		name: 'commands of the operator’s program can be run',
		find: unknownCommands,
		planted: '`npm run ops -- shops import x.csv` and `npm run ops -- shops close X`',
		finds: 'names npm run ops -- shops close X',
	},
	{
		name: 'scripts of package.json can be run',
		find: unknownCommands,
		planted: '`npm run fly`',
		finds: 'names npm run fly',
	},
	{
		name: 'layers of the tests can be run',
		find: unknownCommands,
		planted: '`npm test moon`',
		finds: 'names npm test moon',
	},
	{
		name: 'rules are those of docs/rules.md',
		find: unknownRuleIds,
		planted: 'R12, P9a and D98',
		finds: 'names D98',
	},
	{
		name: 'a range of every rule ends with the last',
		find: unknownRuleIds,
		planted: 'every invariant (I1–I3)',
		finds: 'names every invariant (I1–I3), and there are more',
	},
	{
		name: 'decisions are there',
		find: unknownDecisions,
		decisionsToo: true,
		planted: 'decisions 001 and 999',
		finds: 'names decision 999',
	},
	{
		name: 'settings and states are in the code',
		find: unknownConstants,
		of: byHand,
		planted: '`COOKIE_KEYS`, `MOON_KEYS`',
		finds: 'names MOON_KEYS',
	},
	{
		name: 'the names of the glossary are in the code',
		find: unknownNames,
		of: glossary,
		planted: '| hold | `holds`, `moonHold` | kept |',
		finds: 'names moonHold',
	},
	{
		name: 'nothing is said to come',
		find: plansIn,
		planted: '## Moons (to come)',
		finds: 'plans: (to come)',
	},
	{
		name: 'words name the customer, the shop or the caller',
		find: vagueWords,
		decisionsToo: true,
		planted: 'somebody books',
		finds: "says 'somebody'",
	},
]

describe.each(claims)('$name', ({ find, of = everywhere, decisionsToo, allowed = {}, planted, finds }) => {
	test('in the documents', () => {
		const found = [...pages, ...(decisionsToo ? decisions : [])]
			.filter(of)
			.flatMap((page) => find(page, repository))
		const isAllowed = (line: string) => Object.keys(allowed).some((what) => line.endsWith(` ${what}`))
		expect(found.filter((line) => !isAllowed(line))).toEqual([])
		expect(Object.keys(allowed).filter((what) => !found.some((line) => line.endsWith(` ${what}`)))).toEqual(
			[],
		)
	})

	test('and a planted falsehood is found', () => {
		const page = { path: 'planted.md', text: planted }
		expect(find(page, repository)).toEqual([`planted.md ${finds}`])
	})
})

describe('the rules of docs/rules.md are those of the code', () => {
	const strings = readSourceTree(PROJECT_ROOT)
		.flatMap(({ strings }) => strings)
		.filter((text) => /^([A-Z]\d{1,2}[a-c]?(, |: )|P\d{1,2}[a-c]?$)/.test(text))
	const cited = citedRules([...readComments(PROJECT_ROOT).map(({ text }) => text), ...strings])
	const rules = rulesOf(ruleBook)

	/** Rules without a place of their own in the code, with the reason. */
	const withoutPlace: Record<string, string> = {}

	test('each is cited where it is kept or tested', () => {
		const uncited = [...rules.keys()].filter((id) => !cited.has(id))
		expect(rules.size).toBeGreaterThan(400)
		expect(uncited.filter((id) => !(id in withoutPlace))).toEqual([])
		expect(Object.keys(withoutPlace).filter((id) => !uncited.includes(id))).toEqual([])
	})

	test('and one that nothing cites is found', () => {
		expect([...citedRules(['R12: a hold ends', 'the goals W40–W42 (D3)'])]).toEqual([
			'R12',
			'W40',
			'W41',
			'W42',
			'D3',
		])
	})
})
