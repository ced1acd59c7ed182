import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { findBrowser } from '#scripts/local/find-browser.ts'
import { onPort } from '#scripts/local/free-port.ts'
import { demoShopId } from '#scripts/site/browser-guest.ts'
import type { Site } from '#scripts/site/site.ts'
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

const textType = /^(text\/|application\/(json|javascript|manifest)|image\/svg)/

/** Compresses texts as the platform's edge does before a Worker. For GET alone; pages are small enough to hold. */
async function startCompressingProxy(siteUrl: string) {
	const server = createServer(async (request, response) => {
		try {
			const headers = new Headers()
			for (const name of ['accept', 'accept-language', 'cookie', 'user-agent']) {
				const value = request.headers[name]
				if (typeof value === 'string') headers.set(name, value)
			}
			const answer = await fetch(siteUrl + request.url, { headers, redirect: 'manual' })
			const body = Buffer.from(await answer.arrayBuffer())
			const isText = textType.test(answer.headers.get('content-type') ?? '')
			for (const [name, value] of answer.headers) {
				if (!/^(content-length|content-encoding|transfer-encoding|connection|set-cookie)$/.test(name))
					response.setHeader(name, value)
			}
			response.setHeader('set-cookie', answer.headers.getSetCookie())
			if (isText) response.setHeader('content-encoding', 'gzip')
			response.writeHead(answer.status).end(isText ? gzipSync(body, { level: 6 }) : body)
		} catch {
			response.destroy()
		}
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	return {
		url: `http://127.0.0.1:${port}`,
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}
