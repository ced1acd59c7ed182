import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '#scripts/local/find-browser.ts'
import { demoShopId, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import type { Site } from '#scripts/site/site.ts'
import type { BenchResult } from './goal.ts'
import { limits } from './limits.ts'
import { countFor, type Scale } from './scale.ts'
import { type Line, type Vitals, type VitalsRow, vitalsResult } from './vitals-table.ts'

/** The browser reports no event that was answered faster. */
const SHORTEST_EVENT_MS = 16

/** As Lighthouse defines them. */
const lines: Line[] = [
	{
		name: 'slow 4G, CPU 4 ×',
		latencyMs: 150,
		downKbit: 1_638,
		upKbit: 675,
		cpu: 4,
		goalMs: limits.P12.lcpMsOnSlow4g,
	},
	{ name: '3G, CPU 6 ×', latencyMs: 300, downKbit: 700, upKbit: 700, cpu: 6, goalMs: limits.P12.lcpMsOn3g },
]

/** The page to open, and the element to tap. */
type Subject = { path: string; tapped: string; cookies?: ReadonlyMap<string, string> }

/** Runs before the page's own scripts. A text, because a compiled function would need its compiler's helpers. */
const watch = `
const seen = (window.seen = { lcp: 0, inp: 0 })
const on = (type, add, more) =>
	new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true, ...more })
on('largest-contentful-paint', (paint) => { seen.lcp = paint.startTime })
on('event', (event) => { if (event.interactionId) seen.inp = Math.max(seen.inp, event.duration) }, { durationThreshold: ${SHORTEST_EVENT_MS} })
`

/** P12: LCP and INP on a slow phone, the least of several first views. */
export async function vitals(site: Site, scale: Scale): Promise<BenchResult> {
	const attempts = countFor(scale, { quick: 1, normal: 3 })
	const subjects = await findSubjects(site)
	const browser = await chromium.launch({
		executablePath: await findBrowser(),
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
	})
	try {
		const rows: VitalsRow[] = []
		for (const line of lines) {
			for (const subject of subjects) {
				const seen: Vitals[] = []
				for (let i = 0; i < attempts; i++) seen.push(await firstView(browser, site, subject, line))
				rows.push({ path: subject.path, line, seen })
			}
		}
		return vitalsResult(rows, attempts)
	} finally {
		await browser.close()
	}
}

async function findSubjects(site: Site): Promise<Subject[]> {
	const guest = openGuest(site.url)
	const { url } = await walkTo(guest, 'checkout')
	const { cookies } = guest
	return [
		{ path: '/', tapped: 'h1' },
		{ path: '/discover', tapped: 'input[name="q"]' },
		{ path: `/business/${demoShopId}`, tapped: 'h1' },
		{ path: '/booking/time-selection', tapped: 'label:has(input[name="startsAt"])', cookies },
		{ path: url.pathname, tapped: 'input[name="firstName"]', cookies },
	]
}

async function firstView(browser: Browser, site: Site, subject: Subject, line: Line): Promise<Vitals> {
	const viewport = { width: 360, height: 740 }
	const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true, baseURL: site.url })
	try {
		const cookies = [...(subject.cookies ?? [])].map(([name, value]) => ({ name, value, url: site.url }))
		await context.addCookies(cookies)
		await context.addInitScript(watch)
		const page = await context.newPage()
		await slowDown(page, line)
		await page.goto(subject.path, { waitUntil: 'networkidle' })
		await page.waitForFunction('seen.lcp > 0')
		const { lcp } = await page.evaluate<Vitals>('seen')
		await page.locator(subject.tapped).first().tap()
		// Two frames later the browser has reported the tap, unless it was answered too fast to be reported.
		await page.evaluate(
			'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
		)
		const { inp } = await page.evaluate<Vitals>('seen')
		return { lcp, inp: Math.max(inp, SHORTEST_EVENT_MS) }
	} finally {
		await context.close()
	}
}

async function slowDown(page: Page, { latencyMs, downKbit, upKbit, cpu }: Line) {
	const session = await page.context().newCDPSession(page)
	await session.send('Network.enable')
	await session.send('Network.emulateNetworkConditions', {
		offline: false,
		latency: latencyMs,
		downloadThroughput: (downKbit * 1_000) / 8,
		uploadThroughput: (upKbit * 1_000) / 8,
	})
	await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
}
