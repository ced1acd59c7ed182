import { afterAll, beforeAll } from 'vitest'
import type { WorkerSettings } from '#scripts/local/worker-runtime.ts'
import { type Site, startSite } from '#scripts/site/site.ts'
import { expectSound } from './auditor.ts'
import { expectNoRemixWarning } from './remix-warnings.ts'

/** One site with demo data for the tests of a file; at its end the database is audited. */
export function withTestSite(settings: WorkerSettings = {}): () => Site {
	let site: Site | undefined
	beforeAll(async () => {
		site = await startSite(settings)
	})
	afterAll(async () => {
		await site?.close(expectSound)
		expectNoRemixWarning(site?.worker.lines)
	})
	return () => {
		if (!site) throw new Error('the test site is there only while tests run')
		return site
	}
}
