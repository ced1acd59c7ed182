import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onPort } from '#scripts/local/free-port.ts'
import { buildFolders } from '#scripts/local/worker-bundle.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { type BenchTable, milliseconds, times } from './bench-table.ts'
import { gzipBytes, inKb } from './weight.ts'

const STARTS = 7
const NO_PAGE = '/no-such-page'

/** P10: bytes of the Worker, and the time from starting workerd to the first page, which needs no database. */
export async function coldStart(stockBuildDir: string): Promise<BenchTable> {
	const subjects = [
		{ name: 'ours', folder: buildFolders().worker, main: 'entry.worker.js', best: Number.POSITIVE_INFINITY },
		{
			name: 'stock',
			folder: buildFolders(stockBuildDir).worker,
			main: 'worker.js',
			best: Number.POSITIVE_INFINITY,
		},
	]
	for (let start = 0; start < STARTS; start++) {
		for (const subject of subjects) subject.best = Math.min(subject.best, await timeToFirstPage(subject))
	}
	const stockMs = subjects[1]?.best ?? Number.NaN
	return {
		title: 'Bundle and cold start (P10)',
		text: `The Worker's modules, gzip -6 (goal: at most 300 KB), and the time from starting workerd until its 404 page is there, the least of ${STARTS} starts that take turns (goal: at most 1.5 × stock).`,
		columns: ['Worker', 'Bundle', 'Cold start', 'Beside stock'],
		rows: subjects.map(({ name, folder, best }) => [
			name,
			inKb(bundleBytes(folder)),
			milliseconds(best),
			times(best / stockMs),
		]),
	}
}

function bundleBytes(folder: string): number {
	return readdirSync(folder)
		.filter((name) => /\.(m?js|wasm)$/.test(name))
		.reduce((sum, name) => sum + gzipBytes(readFileSync(join(folder, name))), 0)
}

type Bundle = { folder: string; main: string }

function timeToFirstPage(bundle: Bundle): Promise<number> {
	return onPort(undefined, '127.0.0.1', (port) => timeOnPort(bundle, port))
}

/** workerd by itself: miniflare's own start would hide the difference. */
async function timeOnPort({ folder, main }: Bundle, port: number): Promise<number> {
	const temporary = mkdtempSync(join(tmpdir(), 'wakati-cold-'))
	const modules = [main, ...readdirSync(folder).filter((name) => name !== main && /\.m?js$/.test(name))]
	const embedded = modules.map((name) => {
		writeFileSync(join(temporary, name), readFileSync(join(folder, name)))
		return `(name = "${name}", esModule = embed "${name}")`
	})
	const bindings = Object.entries({
		DATABASE_URL: 'http://127.0.0.1:9',
		COOKIE_KEYS: scratchCookieKey,
		ENVIRONMENT: 'test',
	}).map(([name, text]) => `(name = "${name}", text = "${text}")`)
	const config = join(temporary, 'config.capnp')
	writeFileSync(
		config,
		`using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
	services = [(name = "main", worker = .worker)],
	sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
	modules = [${embedded.join(', ')}],
	bindings = [${bindings.join(', ')}],
	compatibilityDate = "2026-04-01",
	compatibilityFlags = ["nodejs_compat"],
);`,
	)
	const startedAt = performance.now()
	const workerd = spawn(workerdPath(), ['serve', config], { stdio: 'ignore' })
	const ended = new Promise((resolve) => workerd.once('close', resolve))
	try {
		await listening(port, workerd)
		const answer = await fetch(`http://127.0.0.1:${port}${NO_PAGE}`)
		if (answer.status !== 404) throw new Error(`${main} answered ${answer.status} where a 404 page was due`)
		await answer.text()
		return performance.now() - startedAt
	} finally {
		workerd.kill('SIGKILL')
		await ended
		rmSync(temporary, { recursive: true, force: true })
	}
}

/** The one that miniflare runs. */
function workerdPath(): string {
	const miniflare = createRequire(import.meta.url).resolve('miniflare')
	const workerd: { default: string } = createRequire(miniflare)('workerd')
	return workerd.default
}

/** workerd listens as soon as its Worker is loaded; until then a connection is refused at once. */
async function listening(port: number, workerd: { exitCode: number | null }): Promise<void> {
	while (!(await connects(port))) {
		if (workerd.exitCode !== null) throw new Error(`workerd ended with ${workerd.exitCode}`)
	}
}

function connects(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1')
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
		socket.once('connect', () => socket.destroy())
	})
}
