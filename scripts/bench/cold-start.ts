import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFolders } from '#scripts/local/worker-bundle.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { startBareWorkerd } from './bare-workerd.ts'
import { milliseconds, times } from './bench-table.ts'
import { atMost, type BenchResult } from './goal.ts'
import { limits } from './limits.ts'
import { gzipBytes, inKb, KB } from './weight.ts'

const STARTS = 7
const NO_PAGE = '/no-such-page'

/** P10: bytes of the Worker, and the time from starting workerd to the first page, which needs no database. */
export async function coldStart(stockBuildDir: string): Promise<BenchResult> {
	const ours = { name: 'ours', buildDir: undefined, best: Number.POSITIVE_INFINITY }
	const stock = { name: 'stock', buildDir: stockBuildDir, best: Number.POSITIVE_INFINITY }
	const subjects = [ours, stock]
	for (let start = 0; start < STARTS; start++) {
		for (const subject of subjects)
			subject.best = Math.min(subject.best, await timeToFirstPage(subject.buildDir))
	}
	const table = {
		title: 'Bundle and cold start (P10)',
		text: `The Worker's modules, gzip -6, and the time from starting workerd by itself until its 404 page is there, the least of ${STARTS} starts that take turns.`,
		columns: ['Worker', 'Bundle', 'Cold start', 'Beside stock'],
		rows: subjects.map(({ name, buildDir, best }) => [
			name,
			inKb(bundleBytes(buildDir)),
			milliseconds(best),
			times(best / stock.best),
		]),
	}
	const bundle = {
		id: 'P10',
		what: 'bundle, gzip',
		limit: limits.P10.bundleKb * KB,
		value: bundleBytes(undefined),
		show: inKb,
	}
	const start = {
		id: 'P10',
		what: 'cold start beside stock',
		limit: limits.P10.timesStockStart,
		value: ours.best / stock.best,
		show: times,
	}
	return { tables: [table], goals: [atMost(bundle), atMost(start)] }
}

function bundleBytes(buildDir: string | undefined): number {
	const folder = buildFolders(buildDir).worker
	return readdirSync(folder)
		.filter((name) => /\.(m?js|wasm)$/.test(name))
		.reduce((sum, name) => sum + gzipBytes(readFileSync(join(folder, name))), 0)
}

async function timeToFirstPage(buildDir: string | undefined): Promise<number> {
	const settings = {
		DATABASE_URL: 'http://127.0.0.1:9',
		COOKIE_KEYS: scratchCookieKey,
		ENVIRONMENT: 'test',
	}
	const startedAt = performance.now()
	const workerd = await startBareWorkerd({ buildDir, settings })
	try {
		const answer = await fetch(workerd.url + NO_PAGE)
		if (answer.status !== 404) throw new Error(`${answer.status} where a 404 page was due`)
		await answer.text()
		return performance.now() - startedAt
	} finally {
		await workerd.stop()
	}
}
