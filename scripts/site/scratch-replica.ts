import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@libsql/client/web'
import { type LocalReplica, startLocalReplica } from '#scripts/local/local-replica.ts'
import type { ScratchDatabase } from './scratch-database.ts'

export type ScratchReplica = LocalReplica & {
	/** Resolves when the replica answers by itself: it loads at its first request. */
	warm(): Promise<void>
	remove(): Promise<void>
}

/** A replica, behind its gate, of a scratch database with `hasReplicas`. */
export async function startScratchReplica({
	server: { replicationUrl },
}: Pick<ScratchDatabase, 'server'>): Promise<ScratchReplica> {
	if (replicationUrl === null) throw new Error('the database was started without `hasReplicas`')
	const dataDir = mkdtempSync(join(tmpdir(), 'wakati-replica-'))
	const replica = await startLocalReplica(replicationUrl, { dataDir })
	return {
		...replica,
		warm: () => warmed(replica.url),
		async remove() {
			await replica.stop()
			rmSync(dataDir, { recursive: true, force: true })
		},
	}
}

async function warmed(url: string): Promise<void> {
	const client = createClient({ url })
	for (;;) {
		try {
			await client.batch(['SELECT count(*) FROM sqlite_schema'], 'read')
			return client.close()
		} catch {
			await delay(100)
		}
	}
}
