import type { WorkerRuntimeOptions } from '#scripts/local/worker-runtime.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { type ScratchDatabase, startScratchDatabase } from './scratch-database.ts'
import { type ScratchWorker, startScratchWorker } from './scratch-worker.ts'

type LastLook = (database: ScratchDatabase) => Promise<void>

/** The whole app: the built Worker, the fault proxy, a database with or without demo data. */
export type Site = {
	url: string
	database: ScratchDatabase
	proxy: FaultProxy
	worker: ScratchWorker
	/** `lastLook` sees the database when nothing writes any more; its errors are thrown. */
	close(lastLook?: LastLook): Promise<void>
}

export async function startSite(
	settings: WorkerRuntimeOptions['settings'] = {},
	{ hasDemo = true } = {},
): Promise<Site> {
	const database = await startScratchDatabase(hasDemo ? { demoAt: Date.now() } : {})
	const proxy = await startFaultProxy(database.url)
	const worker = await startScratchWorker(proxy.url, settings)
	return {
		url: worker.url,
		database,
		proxy,
		worker,
		async close(lastLook) {
			try {
				await worker.stop()
				await lastLook?.(database)
			} finally {
				await proxy.close()
				await database.remove()
			}
		},
	}
}
