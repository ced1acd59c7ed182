import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseServer, type DatabaseServerOptions, startDatabaseServer } from './database-server.ts'
import type { LocalDatabase } from './local-database.ts'
import { type ReplicationGate, startReplicationGate } from './replication-gate.ts'
import type { Program } from './run-program.ts'
import type { WorkerSettings } from './worker-runtime.ts'

export type LocalReplica = {
	url: string
	server: DatabaseServer
	gate: ReplicationGate
	stop(): Promise<void>
}

/**
 * A replica of a local server, behind a gate. Its folder is new: files of another primary would delay it. Until it is
 * loaded it refuses reads.
 */
export async function startLocalReplica(
	replicationUrl: string,
	{ dataDir, ...options }: { dataDir: string } & Pick<DatabaseServerOptions, 'say' | 'onCrash'>,
): Promise<LocalReplica> {
	rmSync(dataDir, { recursive: true, force: true })
	const gate = await startReplicationGate(replicationUrl)
	try {
		const server = await startDatabaseServer({
			dataDir,
			primaryUrl: gate.url,
			...options,
		})
		return {
			url: server.url,
			server,
			gate,
			async stop() {
				await server.stop()
				await gate.close()
			},
		}
	} catch (error) {
		await gate.close()
		throw error
	}
}

/** DATABASE_URL's database has its own replica, or none. */
export async function startOwnReplica(
	{ isOwn, replicationUrl }: Pick<LocalDatabase, 'isOwn' | 'replicationUrl'>,
	dataDir: string,
	program: Program,
	say: (line: string) => void,
): Promise<WorkerSettings> {
	if (!isOwn) return {}
	// Another database's replica would show its pages.
	if (replicationUrl === null) return { DATABASE_READ_URL: undefined }
	const replica = await startLocalReplica(replicationUrl, {
		dataDir: join(dataDir, 'replica'),
		say,
		onCrash: (reason) =>
			say(`The replica ended by itself (${reason}); pages are read from the database until the next start.`),
	})
	program.onStop(replica.stop)
	return { DATABASE_READ_URL: replica.url, DATABASE_READ_AUTH_TOKEN: undefined }
}
