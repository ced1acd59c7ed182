import { mkdirSync } from 'node:fs'
import { onPort } from './free-port.ts'
import { type Replication, type SqldProcess, spawnSqld, sqldBinary } from './sqld.ts'

const STOP_GRACE_MS = 2_000

export type DatabaseServer = {
	url: string
	port: number
	/** Null without `hasReplicas`. */
	replicationUrl: string | null
	/** Changes with a restart; undefined while the server is down. */
	readonly pid: number | undefined
	/** SIGTERM, then SIGKILL after a grace period. */
	stop(): Promise<void>
	/** SIGKILL, as in a crash. */
	kill(): Promise<void>
	/** Keeps the port and the data. */
	restart(): Promise<void>
}

export type DatabaseServerOptions = {
	dataDir: string
	/** Default: a free loopback port. */
	port?: number
	hasReplicas?: boolean
	/** Makes it a replica of this server. */
	primaryUrl?: string
	/** Maximum. Default: enough for the writer and the readers of 60 isolates. */
	connections?: number
	/** Called every ten seconds while the started server is silent. */
	say?: (line: string) => void
	/** Called when the server ends unexpectedly. */
	onCrash?: (reason: string) => void
}

/** Starts sqld, the real libSQL server, and waits until it answers. */
export async function startDatabaseServer(options: DatabaseServerOptions): Promise<DatabaseServer> {
	const binary = sqldBinary()
	mkdirSync(options.dataDir, { recursive: true })
	const replication = await readReplication(options)
	let wanted = false
	let run: SqldProcess | undefined

	async function launch(listenOn: number) {
		const started = await spawnSqld(binary, options.dataDir, listenOn, {
			replication,
			connections: options.connections,
			say: options.say,
		})
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
		replicationUrl:
			replication && 'replicationPort' in replication
				? `http://127.0.0.1:${replication.replicationPort}`
				: null,
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

async function readReplication({
	hasReplicas,
	primaryUrl,
}: DatabaseServerOptions): Promise<Replication | undefined> {
	if (primaryUrl !== undefined) return { primaryUrl }
	if (hasReplicas) return { replicationPort: await onPort(undefined, '127.0.0.1', async (port) => port) }
}
