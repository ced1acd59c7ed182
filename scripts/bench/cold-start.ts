import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { apiKeyOf } from '#app/domain/shops/access-key.ts'
import { newId } from '#app/kernel/id.server.ts'
import { demoKioskLink } from '#scripts/local/demo-kiosk-link.ts'
import { buildFolders } from '#scripts/local/worker-bundle.ts'
import { demoShopId } from '#scripts/site/browser-guest.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import type { Site } from '#scripts/site/site.ts'
import { startBareWorkerd } from './bare-workerd.ts'
import { type BenchTable, milliseconds, times } from './bench-table.ts'
import { atMost, type BenchResult, worstOf } from './goal.ts'
import { limits } from './limits.ts'
import { threadMilliseconds } from './process-cpu.ts'
import { startedModules } from './started-modules.ts'
import { gzipBytes, inKb, KB } from './weight.ts'

const STARTS = 7
const NO_PAGE = '/no-such-page'

type Input = { path: string; headers?: Record<string, string> }
/** The least CPU of several starts: until the first page, and for the first page of an area after it. */
type Start = { untilPage: number; ofArea: number }

/** P10: the modules and CPU of a Worker's start, and the CPU of the first page of each area. */
export async function coldStart(site: Site, stockBuildDir: string): Promise<BenchResult> {
	const settings = { DATABASE_URL: site.database.url, COOKIE_KEYS: scratchCookieKey, ENVIRONMENT: 'test' }
	const start = (buildDir?: string, area?: Input) => timeStart({ buildDir, settings }, area)
	const ours = { name: 'ours', buildDir: undefined, best: Number.POSITIVE_INFINITY }
	const stock = { name: 'stock', buildDir: stockBuildDir, best: Number.POSITIVE_INFINITY }
	const subjects = [ours, stock]
	const areas = Object.entries(await areaPages(site)).map(([name, page]) => ({
		name,
		page,
		best: Number.POSITIVE_INFINITY,
	}))
	for (let round = 0; round < STARTS; round++) {
		for (const subject of subjects) {
			const { untilPage } = await start(subject.buildDir)
			subject.best = Math.min(subject.best, untilPage)
		}
		for (const area of areas) {
			const { ofArea } = await start(undefined, area.page)
			area.best = Math.min(area.best, ofArea)
		}
	}
	const starts: BenchTable = {
		title: 'Start of the Worker (P10)',
		text: `CPU of workerd by itself until its 404 page is there, and then for the first page of an area; the least of ${STARTS} starts each.`,
		columns: ['Worker', 'Evaluated', 'CPU of a start', 'Beside stock'],
		rows: subjects.map(({ name, buildDir, best }) => [
			name,
			inKb(evaluatedBytes(buildDir)),
			milliseconds(best),
			times(best / stock.best),
		]),
	}
	const firstPages: BenchTable = {
		title: 'First page of an area (P10)',
		columns: ['Area', 'Page', 'CPU'],
		rows: areas.map(({ name, page, best }) => [name, page.path, milliseconds(best)]),
	}
	const dearest = worstOf(areas, ({ best }) => best)
	const goals = [
		atMost({
			id: 'P10',
			what: 'evaluated by a start, gzip',
			limit: limits.P10.startKb * KB,
			value: evaluatedBytes(undefined),
			show: inKb,
		}),
		atMost({
			id: 'P10',
			what: 'CPU of a start beside stock',
			limit: limits.P10.timesStockStart,
			value: ours.best / stock.best,
			show: times,
		}),
		atMost({
			id: 'P10',
			what: 'CPU of the first page of an area',
			limit: limits.P10.areaMs,
			value: dearest.best,
			show: milliseconds,
			note: dearest.name,
		}),
	]
	return { tables: [starts, firstPages], goals }
}

/** A page of each area that reads the database. */
async function areaPages({ database, url: origin }: Site): Promise<Record<string, Input>> {
	const kiosk = await demoKioskLink(database.url, { origin, now: Date.now() })
	if (!kiosk) throw new Error('The demo data have no shop for the kiosk.')
	return {
		discovery: { path: '/discover' },
		booking: { path: `/booking/service-selection?shop=${demoShopId}` },
		'plans and wallet': { path: '/plans' },
		kiosk: await pageBehind(kiosk.link),
		API: {
			path: '/api/v1/appointments',
			headers: { authorization: `Bearer ${await newApiKey(database)}` },
		},
	}
}

/** The address to which a link redirects, with the cookies that it sets. */
async function pageBehind(link: string): Promise<Input> {
	const { headers } = await fetch(link, { redirect: 'manual' })
	const cookie = headers.getSetCookie().map((line) => line.slice(0, line.indexOf(';')))
	return { path: headers.get('location') ?? '', headers: { cookie: cookie.join('; ') } }
}

async function newApiKey(database: ScratchDatabase): Promise<string> {
	const token = newSecretToken()
	await database.change(
		`INSERT INTO access_keys (id, shop_id, kind, name, scopes, secret_hash, created_at)
		VALUES (?, ?, 'api', 'Bench', '["appointments:read"]', ?, 0)`,
		newId(),
		demoShopId,
		hashSecretToken(token),
	)
	return apiKeyOf(token)
}

function evaluatedBytes(buildDir: string | undefined): number {
	const { worker, workerOptions } = buildFolders(buildDir)
	const { main } = JSON.parse(readFileSync(workerOptions, 'utf8'))
	return startedModules(worker, main).reduce(
		(sum, name) => sum + gzipBytes(readFileSync(join(worker, name))),
		0,
	)
}

async function timeStart(options: Parameters<typeof startBareWorkerd>[0], area?: Input): Promise<Start> {
	const workerd = await startBareWorkerd(options)
	try {
		await read(workerd.url, { path: NO_PAGE }, 404)
		const untilPage = threadMilliseconds(workerd.pid)
		if (area) await read(workerd.url, area, 200)
		return { untilPage, ofArea: threadMilliseconds(workerd.pid) - untilPage }
	} finally {
		await workerd.stop()
	}
}

async function read(url: string, { path, headers }: Input, due: number): Promise<void> {
	const answer = await fetch(url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })
	await answer.text()
	if (answer.status !== due) throw new Error(`${path} answers ${answer.status} where ${due} was due`)
}
