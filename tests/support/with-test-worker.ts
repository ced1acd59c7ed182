import { afterAll, beforeAll } from 'vitest'
import type { WorkerSettings } from '#scripts/local/worker-runtime.ts'
import { startTestWorker, type TestWorker } from './test-worker.ts'

/** One Worker for the tests of a file. Call it after `withTestDatabase`, whose address it asks for when it starts. */
export function withTestWorker(databaseUrl: () => string, settings: WorkerSettings = {}): () => TestWorker {
	let worker: TestWorker | undefined
	beforeAll(async () => {
		worker = await startTestWorker(databaseUrl(), settings)
	})
	afterAll(async () => {
		await worker?.stop()
	})
	return () => {
		if (!worker) throw new Error('the Worker is there only while tests run')
		return worker
	}
}
