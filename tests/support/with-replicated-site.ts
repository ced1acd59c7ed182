import { afterAll, beforeAll } from 'vitest'
import { type FaultProxy, startFaultProxy } from '#scripts/site/fault-proxy.ts'
import { startScratchDatabase } from '#scripts/site/scratch-database.ts'
import { type ScratchReplica, startScratchReplica } from '#scripts/site/scratch-replica.ts'
import { startScratchWorker } from '#scripts/site/scratch-worker.ts'
import type { Site } from '#scripts/site/site.ts'
import { expectSound } from './auditor.ts'

/** The whole app with a replica of its database, each behind a proxy of its own. */
export type ReplicatedSite = Site & { replica: ScratchReplica; replicaProxy: FaultProxy }

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
	const worker = await startScratchWorker(proxy.url, { DATABASE_READ_URL: replicaProxy.url })
	await worker.scheduled()
	await replica.warm()
	return {
		...{ url: worker.url, database, proxy, worker, replica, replicaProxy },
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
