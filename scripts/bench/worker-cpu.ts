import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFolders } from '#scripts/local/worker-bundle.ts'
import { startWorkerRuntime, type WorkerRuntime } from '#scripts/local/worker-runtime.ts'
import { openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import type { Site } from '#scripts/site/site.ts'
import { type BenchTable, milliseconds, times } from './bench-table.ts'
import { cpuMilliseconds } from './process-cpu.ts'

const ROUNDS = 4
const SECONDS_PER_ROUND = 5

type Subject = { name: string; worker: WorkerRuntime; path: string; cookie: string; best: number }

/**
 * P9: what a time-selection page costs the Worker, its trip included, beside the stock worker's page. The least of
 * several rounds that take turns, for other work on the machine only ever adds.
 */
export async function workerCpu(site: Site, stockBuildDir: string): Promise<BenchTable> {
	// Straight to the database: the proxy that counts trips would slow both down.
	const settings = { DATABASE_URL: site.database.url, COOKIE_KEYS: scratchCookieKey, ENVIRONMENT: 'test' }
	const buildDir = buildWithoutFiles()
	const ours = await startWorkerRuntime({ buildDir, settings })
	const stock = await startWorkerRuntime({ buildDir: stockBuildDir, settings })
	try {
		const guest = openGuest(ours.url)
		const page = await walkTo(guest, 'time-selection')
		const cookie = [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
		const subjects: Subject[] = [
			{
				name: 'time selection',
				worker: ours,
				path: page.url.pathname,
				cookie,
				best: Number.POSITIVE_INFINITY,
			},
			{ name: 'discover', worker: ours, path: '/discover', cookie: '', best: Number.POSITIVE_INFINITY },
			{ name: 'stock', worker: stock, path: '/', cookie: '', best: Number.POSITIVE_INFINITY },
		]
		for (const subject of subjects) load(subject, 2)
		for (let round = 0; round < ROUNDS; round++) {
			for (const subject of subjects) subject.best = Math.min(subject.best, load(subject, SECONDS_PER_ROUND))
		}
		const stockMs = subjects.at(-1)?.best ?? Number.NaN
		return {
			title: 'CPU of the Worker per page (P9)',
			text: `User and system time of workerd over bounded wrk runs, the least of ${ROUNDS} rounds of ${SECONDS_PER_ROUND} s that take turns; each page makes one trip to sqld, and neither Worker has files beside it. The stock worker is \`scripts/bench/stock\`: one page of Remix 2 as its template has it. Goal: time selection at most 0.75 × stock.`,
			columns: ['Page', 'CPU per page', 'Beside stock'],
			rows: subjects.map(({ name, best }) => [name, milliseconds(best), times(best / stockMs)]),
		}
	} finally {
		await ours.stop()
		await stock.stop()
		rmSync(buildDir, { recursive: true })
	}
}

/**
 * Our Worker without the files beside it. The platform's own Worker looks there first, here in the same process: that is
 * nobody's CPU, and the stock worker has no files.
 */
function buildWithoutFiles(): string {
	const ours = buildFolders()
	const bare = buildFolders(mkdtempSync(join(tmpdir(), 'wakati-bare-')))
	const { assets: _, ...options } = JSON.parse(readFileSync(ours.workerOptions, 'utf8'))
	writeFileSync(bare.workerOptions, JSON.stringify(options))
	symlinkSync(ours.worker, bare.worker)
	return bare.root
}

/** Milliseconds of CPU per answer. Every answer has to be a page. */
function load({ worker, path, cookie, name }: Subject, seconds: number): number {
	const { pid } = worker
	if (pid === undefined) throw new Error('the system does not tell which process is workerd')
	const before = cpuMilliseconds(pid)
	const headers = cookie === '' ? [] : ['-H', `Cookie: ${cookie}`]
	const options = ['-t1', '-c4', `-d${seconds}s`, ...headers, `${worker.url}${path}`]
	const report = execFileSync('wrk', options, { encoding: 'utf8' })
	const spent = cpuMilliseconds(pid) - before
	if (/Non-2xx/.test(report)) throw new Error(`${name} did not answer with a page:\n${report}`)
	return spent / Number(/(\d+) requests in/.exec(report)?.[1])
}
