import { chromium } from '@playwright/test'
import { findBrowser } from '#scripts/local/find-browser.ts'
import { onPort } from '#scripts/local/free-port.ts'
import { demoShopId } from '#scripts/site/browser-guest.ts'
import type { Site } from '#scripts/site/site.ts'
import { startCompressingProxy } from './compressing-proxy.ts'
import { fetchLighthouse } from './fetch-lighthouse.ts'
import type { BenchResult } from './goal.ts'
import { type Audit, type LighthouseRow, lighthouseResult } from './lighthouse-table.ts'
import { countFor, type Scale } from './scale.ts'

/** The pages that visitors find by a search engine or a link. */
const publicPaths = ['/', '/discover', `/business/${demoShopId}`, '/privacy', '/terms']

/** P11: Lighthouse's mobile run on each public page, medians of several runs. */
export async function lighthouse(site: Site, scale: Scale): Promise<BenchResult> {
	const runs = countFor(scale, { quick: 1, normal: 3 })
	const executablePath = await findBrowser()
	const edge = await startCompressingProxy(site.url)
	try {
		const rows: LighthouseRow[] = publicPaths.map((path) => ({ path, audits: [] }))
		// In turns, so that a slow moment of the machine does not affect one page alone.
		for (let run = 0; run < runs; run++) {
			for (const row of rows) row.audits.push(await audit(executablePath, edge.url + row.path))
		}
		return lighthouseResult(rows, runs)
	} finally {
		await edge.close()
	}
}

/** Each audit has a new browser: nothing is cached, and no earlier page still runs. */
function audit(executablePath: string, url: string): Promise<Audit> {
	return onPort(undefined, '127.0.0.1', async (port) => {
		const browser = await chromium.launch({
			executablePath,
			args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--no-first-run'],
		})
		try {
			const run = await fetchLighthouse()
			const result = await run(url, { port, logLevel: 'silent', output: [] })
			if (!result || result.lhr.runtimeError)
				throw new Error(`Lighthouse failed on ${url}: ${result?.lhr.runtimeError?.message}`)
			const { audits, categories, environment } = result.lhr
			const number = (id: string) => audits[id]?.numericValue ?? Number.NaN
			const score = (id: string) => Math.round((categories[id]?.score ?? Number.NaN) * 100)
			return {
				performance: score('performance'),
				accessibility: score('accessibility'),
				bestPractices: score('best-practices'),
				seo: score('seo'),
				isIndexed: audits['is-crawlable']?.score === 1,
				lcpMs: number('largest-contentful-paint'),
				tbtMs: number('total-blocking-time'),
				cls: number('cumulative-layout-shift'),
				benchmarkIndex: environment.benchmarkIndex,
				imperfect: Object.values(categories).flatMap(({ auditRefs }) =>
					auditRefs.flatMap(({ id, weight }) => {
						const { score } = audits[id] ?? {}
						return weight > 0 && typeof score === 'number' && score < 0.9 ? [id] : []
					}),
				),
			}
		} finally {
			await browser.close()
		}
	})
}
