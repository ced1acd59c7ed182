import { afterAll, beforeAll } from 'vitest'
import type { WorkerSettings } from '#scripts/local/worker-runtime.ts'
import { type ScratchWorker, startScratchWorker } from '#scripts/site/scratch-worker.ts'
import { expectNoRemixWarning } from './remix-warnings.ts'

/** One Worker for the tests of a file. Call it after `withTestDatabase`, whose address it asks for when it starts. */
export function withTestWorker(
	databaseUrl: () => string,
	settings: WorkerSettings = {},
): () => ScratchWorker {
	let worker: ScratchWorker | undefined
	beforeAll(async () => {
		worker = await startScratchWorker(databaseUrl(), settings)
	})
	afterAll(async () => {
		await worker?.stop()
		expectNoRemixWarning(worker?.lines)
	})
	return () => {
		if (!worker) throw new Error('the Worker is there only while tests run')
		return worker
	}
}
