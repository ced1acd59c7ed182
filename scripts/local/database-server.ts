import { mkdirSync } from 'node:fs'
import { onPort } from './free-port.ts'
import { type Replication, type SqldProcess, spawnSqld, sqldBinary } from './sqld.ts'

const STOP_GRACE_MS = 2_000

export type DatabaseServer = {
	url: string
	port: number
	/** Where replicas ask for its changes; null without `hasReplicas`. */
	replicationUrl: string | null
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
	/** Replicas may ask for its changes. */
	hasReplicas?: boolean
	/** It is a replica of the server that tells its changes there. */
	primaryUrl?: string
	/** The most that it serves at once. Default: enough for the writer and the readers of 60 isolates. */
	connections?: number
	/** Told every ten seconds that it has started and does not answer yet. */
	say?: (line: string) => void
	/** Told when the server ends without stop, kill or restart having been asked for. */
	onCrash?: (reason: string) => void
}

/** Starts sqld, the real libSQL server, on a loopback port and waits until it answers. */
export async function startDatabaseServer(options: DatabaseServerOptions): Promise<DatabaseServer> {
	const binary = sqldBinary()
	mkdirSync(options.dataDir, { recursive: true })
	const replication = await replicationOf(options)
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
			replication && 'toldOnPort' in replication ? `http://127.0.0.1:${replication.toldOnPort}` : null,
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

async function replicationOf({
	hasReplicas,
	primaryUrl,
}: DatabaseServerOptions): Promise<Replication | undefined> {
	if (primaryUrl !== undefined) return { primaryUrl }
	if (hasReplicas) return { toldOnPort: await onPort(undefined, '127.0.0.1', async (port) => port) }
}
