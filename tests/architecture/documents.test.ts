import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SLOT_STEP_MINUTES } from '#app/domain/availability/half-hour-set.ts'
import { STRIP_DAYS } from '#app/domain/availability/week-view.server.ts'
import { NO_SHOW_AFTER_MS } from '#app/domain/booking/appointment/close-appointment.ts'
import { MAX_HOLDS } from '#app/domain/booking/hold/hold-policy.ts'
import { SLOT_OFFER_MS } from '#app/domain/booking/wait/slot-wait.ts'
import { MIN_PASSWORD_LENGTH } from '#app/domain/identity/password-rules.ts'
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '#app/domain/identity/session.ts'
import { VOUCHER_MS } from '#app/domain/loyalty/reward-state.ts'
import { ATTEMPT_HOURS, OFFER_HOURS } from '#app/domain/payments/payment.ts'
import { CHECK_IN_MS } from '#app/domain/subscriptions/check-in.ts'
import { MONEY_BACK_MS } from '#app/domain/subscriptions/plan-money-back.ts'
import { FREE_CANCELLATION_MS } from '#app/domain/subscriptions/session-booking.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { milliseconds, times } from '#scripts/bench/bench-table.ts'
import { limits } from '#scripts/bench/limits.ts'
import { inKb, KB } from '#scripts/bench/weight.ts'
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
} from './documents.ts'
import { pathsUnder, readComments, readSourceTree } from './source-tree.ts'

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8')
const { pages, decisions } = readPages(PROJECT_ROOT)
const pageOf = (path: string) => pages.find((page) => page.path === path) ?? { path, text: '' }
const ruleBook = pageOf('docs/rules.md').text

const files = ['app', 'db', 'docs', 'migrations', 'public', 'scripts', 'tests', '.ci', '.github']
	.flatMap((folder) => pathsUnder(PROJECT_ROOT, folder))
	.filter((path) => !path.includes('/planted/'))
	.concat(
		readdirSync(PROJECT_ROOT, { withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : [])),
	)
const foldersOf = (path: string) =>
	path
		.split('/')
		.slice(0, -1)
		.map((_, i, names) => names.slice(0, i + 1).join('/'))
const code = files
	.filter(
		(path) =>
			/\.(tsx?|js|sql|css|toml|json|example)$/.test(path) && !/^(docs|tests\/architecture)\//.test(path),
	)
	.map((path) => `${path}\n${read(path)}`)
	.join('\n')

const repository: Repository = {
	paths: [...new Set([...files, ...files.flatMap(foldersOf)])],
	scripts: new Set(Object.keys(JSON.parse(read('package.json')).scripts)),
	opsCommands: opsCommands.map(({ name }) => name),
	layers: layers.map(({ name }) => name),
	tools: new Set(readdirSync(join(PROJECT_ROOT, 'node_modules/.bin'))),
	ruleIds: ruleIdsOf(`${ruleBook}\n${pageOf('docs/plan.md').text}`),
	code,
	pageAt: (path) => [...pages, ...decisions].find((page) => page.path === path)?.text,
}

const glossary = (page: Page) => page.path === 'docs/glossary.md'
const everywhere = () => true
/** Written by the bench. */
const byHand = (page: Page) => page.path !== 'docs/benchmarks.md'

/** Each kind of claim with its pages, and a planted false claim that it must find. */
const claims: {
	name: string
	find: (page: Page, repository: Repository) => string[]
	of?: (page: Page) => boolean
	decisionsToo?: true
	/** Names without a file or a command, with the reason. */
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
		allowed: { 'types.ts': 'a name that no file may have' },
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
		planted: 'decisions 027 and 999',
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
		planted: '- hold (`holds`, `moonHold`): kept',
		finds: 'names moonHold',
	},
	{
		name: 'nothing is said to come',
		find: plansIn,
		of: (page) => page.path !== 'docs/plan.md',
		planted: '## Moons (to come)',
		finds: 'plans: (to come)',
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
		.filter((text) => /^([A-Z]\d{1,2}[a-d]?(, |: )|P\d{1,2}[a-d]?$)/.test(text))
	const cited = citedRules([...readComments(PROJECT_ROOT).map(({ text }) => text), ...strings])
	const rules = rulesOf(ruleBook)

	/** Rules without a place of their own in the code, with the reason. */
	const withoutPlace: Record<string, string> = {
		M17: 'is about what public/sw.js does not do',
	}

	test('each is cited where it is kept or tested', () => {
		const uncited = [...rules.keys()].filter((id) => !cited.has(id))
		expect(rules.size).toBeGreaterThan(350)
		expect(uncited.filter((id) => !(id in withoutPlace))).toEqual([])
		expect(Object.keys(withoutPlace).filter((id) => !uncited.includes(id))).toEqual([])
	})

	test('a decision of the plan has no code, and no second place', () => {
		const planned = [...rulesOf(pageOf('docs/plan.md').text).keys()]
		expect(planned.filter((id) => cited.has(id) || rules.has(id))).toEqual([])
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

describe('figures of the documents are those of the code', () => {
	const rules = rulesOf(ruleBook)
	const { P1, P2, P3, P5, P7, P8, P9a, P9b, P9c, P9d, P10, P12, P13, P14, P15, P16, P17, P19, P20 } = limits
	const seconds = (ms: number) => `${ms / 1_000} s`

	/** Words of a rule, with the number that the code has. */
	const figures: [id: string, words: string][] = [
		[
			'P1',
			`at most ${P1.pageKb} KB after gzip, a booking step ${P1.bookingStepKb} KB, checkout ${P1.checkoutKb} KB`,
		],
		['P2', `at most ${P2.cssKb} KB after gzip`],
		['P3', `at most ${P3.inlineScriptKb} KB`],
		['P5', `at most ${P5.ownScriptKb} KB of script`],
		['P7', `${P7.tripsOfPage === 1 ? 'one round trip' : P7.tripsOfPage} to the database`],
		['P8', `at least ${P8.timesDateLoop.with20} times as fast`],
		['P8', `and ${P8.timesDateLoop.with200} times with 200`],
		['P9a', `at most ${P9a.timesStock} times`],
		['P9b', `at most ${P9b.timesOneTable} times`],
		['P9c', `at most ${P9c.timesStock} times`],
		['P9d', `at most ${P9d.tripsOfBooking} round trips`],
		['P10', `at most ${P10.startKb} KB after gzip`],
		['P10', `at most ${P10.timesStockStart} times the CPU of the stock worker`],
		['P10', `at most ${P10.areaMs} ms more`],
		['P10', `at most ${P10.uploadKb.toLocaleString('en')} KB`],
		['P12', `within ${seconds(P12.lcpMsOnSlow4g)} on slow 4G and ${seconds(P12.lcpMsOn3g)} on 3G`],
		['P12', `within ${P12.inpMs} ms`],
		['P13', `within ${P13.growth} times`],
		[
			'P14',
			`sqld at most ${P14.timesStock.withMail.sqld} times, and Worker and sqld together at most ${P14.timesStock.withMail.both} times`,
		],
		['P14', `without mails ${P14.timesStock.withoutMail.sqld} and ${P14.timesStock.withoutMail.both} times`],
		['P14', `Of ${P14.guestsAtOnce} guests at once at least ${P14.bookedAtOnce} are booked`],
		['P15', `a heap limit of ${P15.heapMb} MB`],
		[
			'P16',
			`${P16.shops.toLocaleString('en')} shops within ${P16.seconds === 60 ? 'a minute' : P16.seconds}`,
		],
		['P17', `at most ${P17.timesStock} times`],
		['P17', `with ${P17.shops.toLocaleString('en')} shops`],
		['P19', `at most ${P19.timesOneShot} times`],
		['P20', `at least ${P20.timesOneShot} times`],
		['C6', `at least ${MIN_PASSWORD_LENGTH} characters`],
		['C30', `covers ${STRIP_DAYS === 7 ? 'seven' : STRIP_DAYS} days`],
		['C33', `every ${SLOT_STEP_MINUTES} minutes`],
		['C36', `may have ${MAX_HOLDS === 3 ? 'three' : MAX_HOLDS} live holds`],
		['W24', `after ${SESSION_IDLE_MS / DAY_MS} idle days, or ${SESSION_ABSOLUTE_MS / DAY_MS} days after`],
		['D52', `NO_SHOW from ${NO_SHOW_AFTER_MS / MINUTE_MS} minutes`],
		['D55', `first in its line for ${SLOT_OFFER_MS / MINUTE_MS} minutes`],
		['D51', `its code for ${VOUCHER_MS / MINUTE_MS} minutes`],
		['D48', `lives ${CHECK_IN_MS === 2 * MINUTE_MS ? 'two' : CHECK_IN_MS / MINUTE_MS} minutes`],
		['D46', `within ${MONEY_BACK_MS / DAY_MS} days`],
		['D11', `up to ${FREE_CANCELLATION_MS / HOUR_MS} hours before`],
		['K25', `for ${OFFER_HOURS} hours`],
		['F1', `for ${ATTEMPT_HOURS} hours`],
	]

	test.each(figures)('%s: %s', (id, words) => {
		expect(rules.get(id)).toContain(words)
	})

	/** Goals by their id and name, with the limit that the bench would write. */
	const goals: [goal: string, limit: string][] = [
		['P2 | CSS, gzip', `at most ${inKb(P2.cssKb * KB)}`],
		[
			'P8 | slot engine beside a plain Date loop, one person, 20 appointments',
			`at least ${times(P8.timesDateLoop.with20)}`,
		],
		[
			'P8 | slot engine beside a plain Date loop, one person, 200 appointments',
			`at least ${times(P8.timesDateLoop.with200)}`,
		],
		[
			'P9a | CPU of the Worker per time selection from the primary, beside stock',
			`at most ${times(P9a.timesStock)}`,
		],
		[
			'P9b | CPU of sqld per trip of time selection on a kept stream, beside a one-shot trip to one table',
			`at most ${times(P9b.timesOneTable)}`,
		],
		[
			'P9c | CPU of the Worker per public page without cookies, beside stock',
			`at most ${times(P9c.timesStock)}`,
		],
		['P10 | evaluated by a start, gzip', `at most ${inKb(P10.startKb * KB)}`],
		['P10 | CPU of a start beside stock', `at most ${times(P10.timesStockStart)}`],
		['P10 | CPU of the first page of an area', `at most ${milliseconds(P10.areaMs)}`],
		...(['withMail', 'withoutMail'] as const).flatMap((post): [string, string][] => {
			const beside = `per booking post${post === 'withMail' ? '' : ' without mail'}, beside the Worker of a stock page`
			const { sqld, both } = P14.timesStock[post]
			return [
				[`P14 | CPU of sqld ${beside}`, `at most ${times(sqld)}`],
				[`P14 | CPU of Worker and sqld ${beside}`, `at most ${times(both)}`],
			]
		}),
		['P19 | CPU of sqld per small write, 32 callers, beside one-shot', `at most ${times(P19.timesOneShot)}`],
		['P20 | small writes a second, 32 callers, beside one-shot', `at least ${times(P20.timesOneShot)}`],
	]

	test.each(goals)('docs/benchmarks.md measures %s by %s', (goal, limit) => {
		expect(pageOf('docs/benchmarks.md').text).toContain(`| ${goal} | ${limit} |`)
	})

	test('and a wrong figure is found', () => {
		expect(rules.get('P10')).not.toContain(`at most ${P10.startKb + 1} KB`)
	})
})

describe('the first change of CONTRIBUTING.md', () => {
	const recipe = /### A first change\n([\s\S]*?)\n### /.exec(pageOf('CONTRIBUTING.md').text)?.[1] ?? ''
	const named = [...recipe.matchAll(/`([\w$./-]+\.\w+)`/g)].map(([, path = '']) => path)
	const lacks = (paths: string[]) =>
		paths.filter((path) => !files.includes(path) || !read(path).includes('landmark'))

	test('names files that have a landmark', () => {
		expect(named.length).toBeGreaterThan(10)
		expect(lacks(named)).toEqual([])
	})

	test('names each file that brings it from the column to the page', () => {
		const onTheWay = files.filter(
			(path) =>
				/^(db|scripts)\/|^app\/(flows\/(shop|discovery)|domain\/discovery|routes\/business)/.test(path) &&
				read(path).includes('landmark'),
		)
		expect(onTheWay).toHaveLength(4)
		expect(onTheWay.filter((path) => !named.includes(path))).toEqual([])
	})

	test('and a file without one is found', () => {
		expect(lacks(['app/root.tsx'])).toEqual(['app/root.tsx'])
	})
})

describe('the house in README.md', () => {
	const { text } = pageOf('README.md')
	const house = /## The house[\s\S]*?```\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
	const namesUnder = (folder: string) => [
		...new Set(
			files
				.flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length).split('/')] : []))
				.flatMap(([name = '', ...rest]) => (rest.length > 0 ? [name] : [])),
		),
	]
	/** From the folder's name to the line of the next one. */
	const linesOf = (folder: string) =>
		new RegExp(`^ *${folder}/[^\\n]*(\\n {20,}[^\\n]*)*`, 'm').exec(house)?.[0] ?? ''

	test('has every folder of app, every room of flows, and every context', () => {
		expect(namesUnder('app/').filter((name) => !linesOf(name))).toEqual([])
		expect(namesUnder('app/flows/').filter((name) => !linesOf('flows').includes(name))).toEqual([])
		expect(namesUnder('app/domain/').filter((name) => !linesOf('domain').includes(name))).toEqual([])
		expect(linesOf('flows')).not.toContain('subscriptions, identity')
	})

	test('names only what is there', () => {
		const named = [
			...house.matchAll(/^( *)([\w./-]+\/|[\w.-]+\.ts)(?= )|(?<= {3})[\w.-]+\.server\.ts/gm),
		].map(([name]) => name.trim().replace(/\/$/, ''))
		expect(named.length).toBeGreaterThan(12)
		expect(
			named.filter((name) => !repository.paths.some((path) => path === name || path === `app/${name}`)),
		).toEqual([])
	})
})

test('a record of a decision has at most 200 words, tables apart', () => {
	const wordsOf = (text: string) =>
		text
			.split('\n')
			.filter((line) => !/^[#|]/.test(line))
			.join(' ')
			.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0
	expect(wordsOf(`# A title\n\n| a | table |\n\n${'word '.repeat(201)}`)).toBe(201)
	expect(decisions.filter(({ text }) => wordsOf(text) > 200).map(({ path }) => path)).toEqual([])
})
