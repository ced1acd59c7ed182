import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { isDeep, sampleOf } from '#tests/support/deep.ts'
import { hydrated } from './hydrated.ts'

/** Tries of each move at each moment. */
const TRIES = isDeep ? 20 : 1
/** A low-end phone, next to this machine. */
const SLOWER = 6

/** Conditions that the page itself evaluates, because a move has to come at once. */
const moments = {
	'the page is being read': 'document.body',
	'the page is complete': "document.readyState === 'complete'",
	'the script is fetched': "document.querySelector('link[rel=modulepreload]')",
	'the router is made': 'window.__remixRouter',
	'React has begun': "Object.keys(document).some((key) => key.startsWith('__reactContainer$'))",
	'React is half through': "Object.keys(document.querySelector('main') || {}).length > 0",
}

const discover = {
	path: '/discover',
	heading: 'Featured Businesses',
	leaveBy: 'main a[href="/business/ade-hair-studio"]',
}
const business = {
	path: '/business/ade-hair-studio',
	heading: 'Adé Hair Studio',
	leaveBy: 'a[href^="/booking"]',
}

type Move = {
	from: typeof discover
	to: typeof discover
	/** What the page calls at the moment. */
	call: string
	/** The customer then goes forward, to where they came from. */
	andReturns?: boolean
}
const moves: Record<string, Move> = {
	back: { from: business, to: discover, call: 'history.back()' },
	forward: { from: discover, to: business, call: 'history.forward()' },
	'back and forward': { from: business, to: discover, call: 'history.back()', andReturns: true },
}

for (const [place, [name, { from, to, call, andReturns }]] of sampleOf(Object.entries(moves), 1).entries()) {
	test(`a customer who goes ${name} while a slow phone starts the script sees that page, and it works`, {
		tag: '@full',
	}, async ({ page }) => {
		test.setTimeout(TRIES * 120_000)
		const phone = await page.context().newCDPSession(page)
		const slowDown = (rate: number) => phone.send('Emulation.setCPUThrottlingRate', { rate })
		await page.addInitScript(callAtMoment(call))
		for (const [i, moment] of Object.keys(moments).entries()) {
			// A sample has each moment with every second move.
			if (!isDeep && (i + place) % 2 === 1) continue
			// A browser that leaves a page stops reading it, and shows half of it on an immediate return.
			if (andReturns && moment === 'the page is being read') continue
			for (let attempt = 1; attempt <= TRIES; attempt++) {
				await test.step(`${moment}, try ${attempt}`, async () => {
					await slowDown(1)
					await openBoth(page, from)
					await page.evaluate((text) => sessionStorage.setItem('moment', text), moment)
					await slowDown(SLOWER)
					await page.reload({ waitUntil: 'commit' })
					await page.waitForURL(to.path, { waitUntil: 'commit' })
					// The browser may drop the second step for the page that the first one loads.
					if (andReturns) await page.goForward({ waitUntil: 'commit' }).catch(() => null)
					const last = await expectPageOfAddress(page)
					if (!andReturns) expect(last).toBe(to)
					// A page that was left and returned to may never hydrate.
					if (!andReturns) await hydrated(page)
					await page.locator(last.leaveBy).first().tap()
					await expect(page).not.toHaveURL(last.path)
					await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
				})
			}
		}
	})
}

test('a customer who goes back where the script waits for a touch sees that page', async ({ page }) => {
	await page.addInitScript(`
		if (sessionStorage.getItem('isSlow')) Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
	`)
	await openBoth(page, business)
	await page.evaluate(() => sessionStorage.setItem('isSlow', 'yes'))
	await page.reload()
	await page.goBack()
	await expect(page).toHaveURL(discover.path)
	expect(await expectPageOfAddress(page)).toBe(discover)
})

/** Waits until the page of the address is shown. */
async function expectPageOfAddress(page: Page) {
	const current = () => (new URL(page.url()).pathname === discover.path ? discover : business)
	const heading = () => page.getByRole('heading', { name: current().heading, exact: true })
	await expect(async () => expect(await heading().isVisible()).toBe(true)).toPass({ timeout: 10_000 })
	return current()
}

/** The two pages are entries of one document, so that a move between them is the router's. Ends on `last`. */
async function openBoth(page: Page, last: typeof discover) {
	await page.goto(discover.path)
	await hydrated(page)
	await page.locator(discover.leaveBy).first().tap()
	await expect(page.getByRole('heading', { level: 1, name: business.heading })).toBeVisible()
	if (last === business) return
	await page.goBack()
	await expect(page.getByRole('heading', { name: discover.heading })).toBeVisible()
}

/**
 * Runs in each document before its own scripts, and calls at the moment that `sessionStorage` names. A text, because
 * the policy forbids a page to evaluate one.
 */
const callAtMoment = (call: string) => `{
	const moments = { ${Object.entries(moments).map(([name, test]) => `"${name}": () => ${test}`)} }
	const isReached = moments[sessionStorage.getItem('moment')]
	const look = () => {
		if (!isReached()) return setTimeout(look)
		sessionStorage.removeItem('moment')
		${call}
	}
	if (isReached) look()
}`
