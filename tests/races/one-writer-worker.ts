import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { buildFolders } from '#scripts/local/worker-bundle.ts'
import { startWorkerRuntime, type WorkerRuntime } from '#scripts/local/worker-runtime.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import type { AskedWrite, ToldOutcome } from './one-writer-worker.program.ts'

/** 'unheard': the Worker gave no answer; the batch may be written. */
export type HeardOutcome = ToldOutcome | { kind: 'unheard' }

export type WriterWorker = Pick<WorkerRuntime, 'restart' | 'stop'> & {
	write: (asked: AskedWrite) => Promise<HeardOutcome>
	/** Resets its object. */
	reset: () => Promise<void>
	/** Ends workerd as a crash does. */
	kill: () => void
	/** What the writer has logged. */
	logged: { lost: number; refused: number }
}

/** Far longer than the Worker lets a write wait: by then it has died. */
const UNHEARD_AFTER_MS = 10_000

/** A Worker that only writes, by the app's own writer, in workerd. */
export async function startWriterWorker(databaseUrl: string): Promise<WriterWorker> {
	const buildDir = await buildWriterWorker()
	const logged = { lost: 0, refused: 0 }
	const runtime = await startWorkerRuntime({
		settings: { ENVIRONMENT: 'test', COOKIE_KEYS: scratchCookieKey, DATABASE_URL: databaseUrl },
		buildDir,
		log(line) {
			if (line.includes('the writer lost an answer')) logged.lost++
			if (line.includes('the writer was refused')) logged.refused++
		},
	})
	const post = (path: string, body: unknown) =>
		fetch(`${runtime.url}${path}`, {
			method: 'POST',
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(UNHEARD_AFTER_MS),
		})
	return {
		logged,
		restart: runtime.restart,
		async write(asked) {
			try {
				const response = await post('/write', asked)
				return response.ok ? ((await response.json()) as ToldOutcome) : { kind: 'unheard' }
			} catch {
				return { kind: 'unheard' }
			}
		},
		async reset() {
			await (await post('/reset', null)).text()
		},
		kill() {
			if (runtime.pid === undefined) throw new Error('this system does not tell which process is workerd')
			process.kill(runtime.pid, 'SIGKILL')
		},
		async stop() {
			await runtime.stop()
			rmSync(buildDir, { recursive: true, force: true })
		},
	}
}

/** A build with the parts that the runtime reads of one. */
async function buildWriterWorker(): Promise<string> {
	const folders = buildFolders(mkdtempSync(join(tmpdir(), 'wakati-writer-worker-')))
	const main = 'worker.js'
	await build({
		entryPoints: [join(PROJECT_ROOT, 'tests/races/one-writer-worker.program.ts')],
		outfile: join(folders.worker, main),
		bundle: true,
		format: 'esm',
		target: 'es2022',
		conditions: ['workerd', 'worker', 'browser'],
		external: ['cloudflare:*', 'node:*'],
		logLevel: 'warning',
	})
	const options = {
		main,
		crons: [],
		compatibilityDate: '2026-04-01',
		compatibilityFlags: ['nodejs_compat'],
		durableObjects: { DATABASE_WRITER: { className: 'DatabaseWriter', useSQLite: true } },
	}
	writeFileSync(folders.workerOptions, JSON.stringify(options))
	return folders.root
}
