import { createClient } from '@libsql/client/web'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Instant } from '#app/kernel/instant.ts'
import { type FaultProxy, startFaultProxy } from '#scripts/site/fault-proxy.ts'
import { startScratchDatabase } from '#scripts/site/scratch-database.ts'
import { type ScratchReplica, startScratchReplica } from '#scripts/site/scratch-replica.ts'
import { type ScratchWorker, startScratchWorker } from '#scripts/site/scratch-worker.ts'
import type { Site } from '#scripts/site/site.ts'
import { expectSound } from './auditor.ts'

/** The whole app with a replica of its database, each behind a proxy of its own. */
export type ReplicatedSite = Site & {
	replica: ScratchReplica
	replicaProxy: FaultProxy
	/** The minute's write probe was made so long ago, and the replica has it and all before it. Gives its time. */
	probeWas(agoMs: number): Promise<Instant>
	/** An isolate that has read nothing yet, with the same databases. Its caller stops it. */
	startIsolate(): Promise<ScratchWorker>
}

/** One such site for the tests of a file, warm and with a young write probe; at its end the database is audited. */
export function withReplicatedSite(): () => ReplicatedSite {
	let site: ReplicatedSite | undefined
	beforeAll(async () => {
		site = await startReplicatedSite()
	})
	afterAll(async () => {
		await site?.close(expectSound)
	})
	return () => {
		if (!site) throw new Error('the test site is there only while tests run')
		return site
	}
}

async function startReplicatedSite(): Promise<ReplicatedSite> {
	const database = await startScratchDatabase({ demoAt: Date.now(), hasReplicas: true })
	const replica = await startScratchReplica(database)
	const [proxy, replicaProxy] = [await startFaultProxy(database.url), await startFaultProxy(replica.url)]
	const startIsolate = () => startScratchWorker(proxy.url, { DATABASE_READ_URL: replicaProxy.url })
	const worker = await startIsolate()
	await worker.scheduled()
	await replica.warm()
	return {
		...{ url: worker.url, database, proxy, worker, replica, replicaProxy, startIsolate },
		async probeWas(agoMs) {
			const at = Date.now() - agoMs
			await database.change("UPDATE job_runs SET finished_at = ? WHERE job = 'write-probe'", at)
			await expect.poll(() => probeIn(replica.url)).toBe(at)
			return at
		},
		async close(lastLook) {
			await worker.stop()
			await proxy.close()
			await replicaProxy.close()
			await replica.remove()
			try {
				await lastLook?.(database)
			} finally {
				await database.remove()
			}
		},
	}
}

async function probeIn(url: string): Promise<Instant> {
	const client = createClient({ url })
	try {
		const { rows } = await client.execute("SELECT finished_at FROM job_runs WHERE job = 'write-probe'")
		return Number(rows[0]?.finished_at)
	} finally {
		client.close()
	}
}
