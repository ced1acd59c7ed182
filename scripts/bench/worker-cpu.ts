import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/web'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { demoShopId, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import type { Site } from '#scripts/site/site.ts'
import { tripsOfPage } from '#scripts/site/trip.ts'
import { type BareWorkerd, startBareWorkerd } from './bare-workerd.ts'
import type { BenchResult } from './goal.ts'
import { cpuMilliseconds } from './process-cpu.ts'
import { countFor, type Scale } from './scale.ts'
import { WARM_UP_SECONDS } from './stock-page.ts'
import { type CpuRow, cpuResult } from './worker-cpu-table.ts'
import { type LoadCost, loadPage } from './wrk-load.ts'

/** As many requests at once as an isolate keeps streams: each finds a free stream. */
const KEPT_STREAMS = 2

/** One page under load. Its trips to the database are counted apart, because the counting proxy slows pages. */
type Subject = {
	name: string
	isPublic: boolean
	worker: BareWorkerd
	path: string
	cookie: string
	/** Requests at once. */
	connections?: number
}

/**
 * P9: what a page costs the Worker and its database beside the stock worker's page, and beside a trip to a database of
 * one table. Runs of ours and the other alternate, so that other work on the machine affects both.
 */
export async function workerCpu(site: Site, stockBuildDir: string, scale: Scale): Promise<BenchResult> {
	const rounds = countFor(scale, { quick: 2, normal: 7 })
	const seconds = countFor(scale, { quick: 1, normal: 2 })
	// Straight to the database: the proxy that counts trips would slow both down.
	const settings = { DATABASE_URL: site.database.url, COOKIE_KEYS: scratchCookieKey, ENVIRONMENT: 'test' }
	const workers: BareWorkerd[] = []
	const oneTable = await startOneTable()
	async function start(buildDir?: string) {
		const worker = await startBareWorkerd({ buildDir, settings })
		workers.push(worker)
		return worker
	}
	try {
		const [ours, oursAgain, stock] = [await start(), await start(), await start(stockBuildDir)]
		const timeSelection = await openTimeSelection(ours)
		const page = { ...timeSelection, isPublic: false }
		const visitor = { worker: ours, cookie: '', isPublic: true }
		const fromPrimary: Subject = { ...page, name: 'time selection, from the primary', worker: ours }
		const overKeptStreams: Subject = {
			...fromPrimary,
			name: 'time selection, from the primary, two at a time',
			connections: KEPT_STREAMS,
		}
		const subjects: Subject[] = [
			fromPrimary,
			overKeptStreams,
			{ ...visitor, name: '/', path: '/' },
			{ ...visitor, name: '/discover', path: '/discover' },
			{ ...visitor, name: `/business/${demoShopId}`, path: `/business/${demoShopId}` },
		]
		const other: Subject = { ...visitor, name: 'stock', worker: stock, path: '/' }
		const again: Subject = { ...page, name: 'again', worker: oursAgain }
		const pairs = [
			...subjects.map((subject) => ({ subject, beside: other })),
			// One build in two processes: the distance of their ratio from 1 is noise.
			{ subject: { ...again, name: 'the same build against itself' }, beside: fromPrimary },
		]
		const cost = (subject: Subject, duration: number) => measureCost(site, subject, duration)
		for (const subject of [...subjects, again, other]) await cost(subject, WARM_UP_SECONDS)
		await oneTableTripMs(oneTable)
		const oneTableMs: number[] = []
		const samples = new Map(pairs.map(({ subject }) => [subject, [] as CpuRow['samples']]))
		for (let round = 0; round < rounds; round++) {
			for (const { subject, beside } of pairs) {
				const sample = { ours: await cost(subject, seconds), other: await cost(beside, seconds) }
				samples.get(subject)?.push(sample)
				if (subject === overKeptStreams) oneTableMs.push(await oneTableTripMs(oneTable))
			}
		}
		const rows: CpuRow[] = []
		for (const [subject, taken] of samples) {
			rows.push({ ...subject, samples: taken, trips: await countTrips(site, subject) })
		}
		return cpuResult(rows, oneTableMs, { rounds, seconds })
	} finally {
		for (const worker of workers) await worker.stop()
		await oneTable.remove()
	}
}

async function openTimeSelection(worker: BareWorkerd) {
	const guest = openGuest(worker.url)
	const { url } = await walkTo(guest, 'time-selection')
	return {
		path: url.pathname + url.search,
		cookie: [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
	}
}

function measureCost(site: Site, { worker, ...input }: Subject, seconds: number): Promise<LoadCost> {
	const sqldPid = site.database.server.pid
	if (sqldPid === undefined) throw new Error('sqld does not run')
	return loadPage({ ...input, workerUrl: worker.url, workerPid: worker.pid, sqldPid }, seconds)
}

/** The trips of a second view, after the first one has filled the caches. */
async function countTrips(site: Site, { path, cookie }: Subject): Promise<number> {
	const headers = { accept: 'text/html', ...(cookie && { cookie }) }
	const view = async () => (await fetch(site.url + path, { headers })).text()
	await view()
	return tripsOfPage((await site.proxy.during(view)).trips).length
}

/** Enough trips: the system counts CPU in ticks. */
const TRIPS_A_ROUND = 200
const ONE_ROW = 'SELECT 1 FROM categories LIMIT 1'

type OneTable = { server: DatabaseServer; remove(): Promise<void> }

/** A database of one table: a trip to it parses almost no schema. */
async function startOneTable(): Promise<OneTable> {
	const dataDir = mkdtempSync(join(tmpdir(), 'wakati-one-table-'))
	const server = await startDatabaseServer({ dataDir })
	await askOneShot(server, 'CREATE TABLE categories (id TEXT PRIMARY KEY)')
	return {
		server,
		async remove() {
			await server.stop()
			rmSync(dataDir, { recursive: true, force: true })
		},
	}
}

async function askOneShot({ url }: Pick<DatabaseServer, 'url'>, statement: string): Promise<void> {
	const client = createClient({ url })
	try {
		await client.execute(statement)
	} finally {
		client.close()
	}
}

/** Milliseconds of sqld's CPU for a trip that reads one row of one table, on its own stream: the measure of P9b. */
async function oneTableTripMs({ server }: OneTable): Promise<number> {
	if (server.pid === undefined) throw new Error('sqld does not run')
	const before = cpuMilliseconds(server.pid)
	for (let i = 0; i < TRIPS_A_ROUND; i++) await askOneShot(server, ONE_ROW)
	return (cpuMilliseconds(server.pid) - before) / TRIPS_A_ROUND
}
