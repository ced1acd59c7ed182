import { afterAll, beforeAll } from 'vitest'
import type { WorkerSettings } from '#scripts/local/worker-runtime.ts'
import { startTestSite, type TestSite } from './test-site.ts'

/** One site with demo data for the tests of a file; at its end the database is audited. */
export function withTestSite(settings: WorkerSettings = {}): () => TestSite {
	let site: TestSite | undefined
	beforeAll(async () => {
		site = await startTestSite(settings)
	})
	afterAll(async () => {
		await site?.close()
	})
	return () => {
		if (!site) throw new Error('the test site is there only while tests run')
		return site
	}
}
