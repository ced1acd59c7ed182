import { basename } from 'node:path'
import { type Browser, type BrowserContext, chromium, devices, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mostScriptBytes, scriptBytes } from '#scripts/bench/script-weight.ts'
import { inKb } from '#scripts/bench/weight.ts'
import { findBrowser } from '#scripts/local/find-browser.ts'
import { demoShopId, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

let browser: Browser
beforeAll(async () => {
	browser = await chromium.launch({
		executablePath: await findBrowser(),
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
	})
})
afterAll(() => browser?.close())

const pages = ['/', '/discover', `/business/${demoShopId}`, '/privacy', '/login']
const steps = ['service-selection', 'staff-selection', 'time-selection', 'checkout', 'confirmation'] as const

type AppointmentInState = { context: BrowserContext; scripts: string[] }

/** A phone; `initScript` runs before the page's own. Each request for a script is written down. */
async function openPhone(initScript: string): Promise<AppointmentInState> {
	const context = await browser.newContext({ ...devices['Galaxy S9+'], baseURL: site().url })
	const scripts: string[] = []
	context.on('request', (request) => {
		const { pathname } = new URL(request.url())
		// The service worker has a budget of its own (P18).
		if (pathname !== '/sw.js' && (request.resourceType() === 'script' || /\.js$/.test(pathname)))
			scripts.push(request.url())
	})
	await context.addInitScript(initScript)
	return { context, scripts }
}

/** A phone that is never at rest: what comes anyway did not wait for a tap or an idle moment. */
const NEVER_IDLE = 'window.requestIdleCallback = () => 0'
const slowLines = {
	'Save-Data': '{ saveData: true, effectiveType: "4g" }',
	'2g': '{ saveData: false, effectiveType: "2g" }',
	'slow-2g': '{ saveData: false, effectiveType: "slow-2g" }',
	'3g': '{ saveData: false, effectiveType: "3g" }',
}

/** The steps of a booking, each with the cookie of a visitor who has come that far. */
async function addressesWithCookies() {
	const found = pages.map((path) => ({ path, cookies: new Map<string, string>() }))
	for (const step of steps) {
		const guest = openGuest(site().url)
		const page = await walkTo(guest, step)
		found.push({ path: page.url.pathname + page.url.search, cookies: guest.cookies })
	}
	return found
}

async function takeCookies(context: BrowserContext, cookies: Map<string, string>) {
	await context.clearCookies()
	await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: site().url })))
}

test('no page asks for a script before the first tap or idle moment (P3), and a tap brings it', async () => {
	const { context, scripts } = await openPhone(NEVER_IDLE)
	const page = await context.newPage()
	for (const { path, cookies } of await addressesWithCookies()) {
		await takeCookies(context, cookies)
		scripts.length = 0
		await page.goto(path, { waitUntil: 'load' })
		expect(scripts, `${path} asked for scripts before anybody touched it`).toEqual([])
		const first = page.waitForRequest((request) => request.resourceType() === 'script')
		await page.locator('h1').first().dispatchEvent('pointerdown')
		await first
	}
	await context.close()
})

/** Until its idle moment. A starved browser has none for minutes; a page of ours waits five seconds for it. */
const rest = (page: Page) =>
	page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 6_000 })))

describe.each(Object.entries(slowLines))('on a slow line (%s)', (_, connection) => {
	test('no script is fetched, however long the page rests (P4), until a tap needs it', async () => {
		const { context, scripts } = await openPhone(
			`Object.defineProperty(navigator, 'connection', { value: ${connection} })`,
		)
		const page = await context.newPage()
		for (const { path, cookies } of await addressesWithCookies()) {
			await takeCookies(context, cookies)
			scripts.length = 0
			await page.goto(path, { waitUntil: 'load' })
			await rest(page)
			await page.locator('h1').first().dispatchEvent('pointerdown')
			await rest(page)
			expect(scripts, `${path} asked for scripts on a slow line`).toEqual([])
		}
		await page.goto('/discover')
		const first = page.waitForRequest((request) => request.resourceType() === 'script')
		await page.locator('[data-needs-script]').first().dispatchEvent('pointerdown')
		await first
		await context.close()
	})
})

test('on a good line the script comes at the first idle moment, and no page ever asks for a stylesheet', async () => {
	const { context, scripts } = await openPhone('')
	const page = await context.newPage()
	const stylesheets: string[] = []
	page.on('request', (request) => {
		if (request.resourceType() === 'stylesheet') stylesheets.push(request.url())
	})
	const first = page.waitForRequest((request) => request.resourceType() === 'script')
	await page.goto('/discover', { waitUntil: 'load' })
	await first
	await page.waitForLoadState('networkidle')
	expect(scripts.length).toBeGreaterThan(0)
	expect(stylesheets).toEqual([])
	await context.close()
})

describe('the weight of all scripts of a page after its idle moment (P5)', () => {
	test.each(steps)('%s', async (step) => {
		const guest = openGuest(site().url)
		const { url } = await walkTo(guest, step)
		const { context, scripts } = await openPhone('')
		await takeCookies(context, guest.cookies)
		const page = await context.newPage()
		// On a busy machine the network is quiet for a while before the script is asked for.
		const first = page.waitForRequest((request) => request.resourceType() === 'script')
		await page.goto(url.pathname + url.search, { waitUntil: 'load' })
		await first
		await page.waitForLoadState('networkidle')
		const files = [...new Set(scripts.map((address) => new URL(address).pathname))]
		expect(files.length).toBeGreaterThan(1)
		const bytes = scriptBytes(files.map((path) => basename(path)))
		console.info(`${step.padEnd(20)} ${files.length} scripts, ${inKb(bytes)} of ${inKb(mostScriptBytes)}`)
		expect(bytes, `${step} fetches ${inKb(bytes)} of script`).toBeLessThanOrEqual(mostScriptBytes)
		await context.close()
	})
})
