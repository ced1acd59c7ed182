import type { WorkerRuntimeOptions } from '#scripts/local/worker-runtime.ts'
import { expectSound } from './auditor.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { startTestDatabase, type TestDatabase } from './test-database.ts'
import { startTestWorker, type TestWorker } from './test-worker.ts'

/** The whole app as customers meet it: the built Worker, the fault proxy, a database with demo data. */
export type TestSite = {
	url: string
	database: TestDatabase
	proxy: FaultProxy
	worker: TestWorker
	/** Stops everything, and throws when the database is not sound at the end. */
	close(): Promise<void>
}

export async function startTestSite(settings: WorkerRuntimeOptions['settings'] = {}): Promise<TestSite> {
	const database = await startTestDatabase({ demoAt: Date.now() })
	const proxy = await startFaultProxy(database.url)
	const worker = await startTestWorker(proxy.url, settings)
	return {
		url: worker.url,
		database,
		proxy,
		worker,
		async close() {
			try {
				await worker.stop()
				await expectSound(database)
			} finally {
				await proxy.close()
				await database.remove()
			}
		},
	}
}
