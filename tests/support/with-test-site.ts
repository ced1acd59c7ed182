import { afterAll, beforeAll } from 'vitest'
import type { WorkerSettings } from '#scripts/local/worker-runtime.ts'
import { type Site, startSite } from '#scripts/site/site.ts'
import { expectSound } from './auditor.ts'
import { expectNoRemixWarning } from './remix-warnings.ts'

/** A warm Worker answers several times as fast. It ends with the process. */
let shared: Promise<Site> | undefined

/** The demo site that the files of this process share, audited after each. A file makes its own rows. */
export function withTestSite(): () => Site {
	let site: Site | undefined
	beforeAll(async () => {
		shared ??= startSite()
		site = await shared
		site.worker.lines.length = 0
	})
	afterAll(async () => {
		if (!site) return
		await expectSound(site.database)
		expectNoRemixWarning(site.worker.lines)
	})
	return siteWhileTestsRun(() => site)
}

/** A demo site of the file alone, audited at its end: for other settings, and for files that stop it or count all rows. */
export function withOwnSite(settings: WorkerSettings = {}): () => Site {
	let site: Site | undefined
	beforeAll(async () => {
		site = await startSite(settings)
	})
	afterAll(async () => {
		await site?.close(expectSound)
		expectNoRemixWarning(site?.worker.lines)
	})
	return siteWhileTestsRun(() => site)
}

function siteWhileTestsRun(find: () => Site | undefined): () => Site {
	return () => {
		const site = find()
		if (!site) throw new Error('the test site is there only while tests run')
		return site
	}
}
