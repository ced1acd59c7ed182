import { readFileSync } from 'node:fs'
import { demoShopId, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import type { Site } from '#scripts/site/site.ts'
import { startBareWorkerd } from './bare-workerd.ts'
import { flatness, type MemorySample } from './flatness.ts'
import { atMost, type BenchResult, notMeasured } from './goal.ts'
import { limits } from './limits.ts'
import { countFor, type Scale } from './scale.ts'
import { loadPage } from './wrk-load.ts'

const HEAP_MB = limits.P15.heapMb
/** The share of the pages that fill the caches: growth until then is no leak. */
const WARM_SHARE = 0.1
/** Garbage may grow by this factor; a leak of one KB a page would grow far more. */
const MOST_GROWTH = limits.P15.growth

/** P15: whether memory stays as it is over many pages, with the heap that the platform gives a Worker. Takes long. */
export async function soak(site: Site, scale: Scale): Promise<BenchResult> {
	if (scale === 'normal') {
		const why = 'only by `npm run bench -- --deep`'
		return { tables: [], goals: [notMeasured('P15', GOAL, `at most ${MOST_GROWTH} ×`, why)] }
	}
	const pages = countFor(scale, { quick: 1_000, normal: 0, deep: 100_000 })
	const settings = { DATABASE_URL: site.database.url, COOKIE_KEYS: scratchCookieKey, ENVIRONMENT: 'test' }
	const worker = await startBareWorkerd({ settings, v8Flags: [`--max-old-space-size=${HEAP_MB}`] })
	try {
		const sqldPid = site.database.server.pid
		if (sqldPid === undefined) throw new Error('sqld does not run')
		const guest = openGuest(worker.url)
		const { url } = await walkTo(guest, 'time-selection')
		const cookie = [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
		const subjects = [
			{ path: url.pathname + url.search, cookie },
			{ path: '/discover?q=hair', cookie: '' },
			{ path: `/business/${demoShopId}`, cookie },
		]
		const samples: MemorySample[] = []
		for (let served = 0, turn = 0; served < pages; turn++) {
			const subject = subjects[turn % subjects.length] ?? { path: '/', cookie: '' }
			const load = { ...subject, workerUrl: worker.url, workerPid: worker.pid, sqldPid }
			served += (await loadPage(load, countFor(scale, { quick: 1, normal: 1, deep: 5 }))).pages
			samples.push({ pages: served, residentMb: residentMb(worker.pid) })
		}
		return soakResult(samples, pages)
	} finally {
		await worker.stop()
	}
}

const GOAL = `resident memory after 100,000 pages beside after the first 10,000, heap limit ${HEAP_MB} MB`

function soakResult(samples: MemorySample[], pages: number): BenchResult {
	const { warmMb, endMb } = flatness(samples, WARM_SHARE * pages)
	const megabytes = (value: number) => `${value.toFixed(0)} MB`
	return {
		tables: [
			{
				title: 'Memory (P15)',
				text: `resident memory of workerd by itself, over ${pages.toLocaleString('en')} pages of three kinds. A heap that is full ends the process, and this bench.`,
				columns: ['After the first tenth', 'At the end'],
				rows: [[warmMb, endMb].map(megabytes)],
			},
		],
		goals: [
			atMost({
				id: 'P15',
				what: GOAL,
				limit: MOST_GROWTH,
				value: endMb / warmMb,
				show: (ratio) => `${ratio.toFixed(2)} ×`,
				note: `${megabytes(warmMb)}, then ${megabytes(endMb)}`,
			}),
		],
	}
}

/** Linux only. */
function residentMb(pid: number): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8')
	return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024
}
