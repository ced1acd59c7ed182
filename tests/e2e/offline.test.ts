import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { pageViews } from '#scripts/site/page-cases.ts'
import type { PaymentSite } from '#scripts/site/payment-site.ts'
import { servedRoutes } from '#scripts/site/route-table.ts'
import { startScratchWorker } from '#scripts/site/scratch-worker.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { test as base, expect } from '#tests/support/browser-fixture.ts'
import { sampleOf } from '#tests/support/deep.ts'
import { addAppointment, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { type Line, startLine } from '#tests/support/line.ts'
import { hydrated } from './hydrated.ts'
import { openKiosk } from './open-kiosk.ts'
import {
	braids,
	confirm,
	expectBooked,
	fillDetails,
	fillToPayOnline,
	goToPay,
	newGuest,
	openCheckout,
	openServices,
	seeNextWeek,
} from './page-guest.ts'

const test = base.extend<{ line: Line }>({
	line: async ({ site }, use) => {
		const line = await startLine(site.url)
		await use(line)
		await line.close()
	},
	baseURL: ({ line }, use) => use(line.url),
})
test.use({ serviceWorkers: 'allow' })
test.beforeEach(({ noise }) => noise.allow(/503|ERR_|Failed to fetch|Error loading route module/))

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Waits until the service worker answers for this page. */
async function underWorker(page: Page) {
	await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 20_000 })
	await expect.poll(() => keptText(page), { timeout: 20_000 }).toContain('You are offline')
}

/** All that the browser's caches hold, as text. */
function keptText(page: Page): Promise<string> {
	return page.evaluate(async () => {
		const texts: string[] = []
		for (const name of await caches.keys()) {
			const cache = await caches.open(name)
			for (const key of await cache.keys()) texts.push((await (await cache.match(key))?.text()) ?? '')
		}
		return texts.join('\n')
	})
}

/** A guest with a booking whose ticket this phone keeps. Gives the reference number and the guest. */
async function bookAndKeep(page: Page, site: PaymentSite, { isSignedIn = false } = {}) {
	const guest = newGuest()
	await openCheckout(page, site)
	if (isSignedIn) await page.getByLabel('Cash at the shop').check()
	else await fillDetails(page, guest)
	await confirm(page)
	const reference = await expectBooked(page)
	await underWorker(page)
	// The worker reads the tickets with the next answer that it hears.
	await page.goto('/appointments')
	await expect.poll(() => keptText(page), { timeout: 20_000 }).toContain(reference)
	return { reference, guest }
}

test('a page that was never opened says that there is no line, and opens when it is back', async ({
	page,
	line,
}) => {
	await page.goto('/')
	await underWorker(page)
	line.cut()
	await page.goto('/discover')
	await expect(heading(page)).toHaveText('You are offline')
	await expect(page.getByText('Kept on this phone')).toHaveCount(0)
	line.mend()
	await page.getByRole('link', { name: 'Try again' }).click()
	await expect(page.getByRole('heading', { name: 'Featured Businesses' })).toBeVisible()
})

test('L36: the offline page goes on by itself when the line is back', { tag: '@full' }, async ({
	page,
	line,
}) => {
	await page.goto('/')
	await underWorker(page)
	line.cut()
	await page.goto('/discover')
	await expect(heading(page)).toHaveText('You are offline')
	line.mend()
	await page.evaluate(() => dispatchEvent(new Event('online')))
	await expect(page.getByRole('heading', { name: 'Featured Businesses' })).toBeVisible()
})

test('a guest’s ticket is shown without a line: who, where and when, and nothing that grants', async ({
	page,
	site,
	line,
}) => {
	const { reference, guest } = await bookAndKeep(page, site)
	const kept = await keptText(page)
	for (const secret of [guest.email, guest.phone, guest.lastName, '₦', 'visit=', 'payment='])
		expect(kept, `kept pages hold ${secret}`).not.toContain(secret)
	line.cut()
	await page.goto('/wallet')
	await expect(heading(page)).toHaveText('You are offline')
	await page.locator(`a[href="/tickets/${reference}"]`).click()
	await expect(page.getByText(reference)).toBeVisible()
	await expect(page.getByText(guest.firstName)).toBeVisible()
	await expect(page.getByText(/^As of /)).toBeVisible()
	await expect(page.getByRole('link', { name: 'Call the shop' })).toBeVisible()
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('link', { name: 'Add to calendar' }).click(),
	])
	expect(readFileSync(await file.path(), 'utf8')).toContain('STATUS:CONFIRMED')
	expect(new Blob([kept]).size).toBeLessThanOrEqual(60 * 1024)
})

test('on a slow line the first booking brings the service worker, and its ticket, without a tap', async ({
	page,
	site,
}) => {
	await page.addInitScript(
		`Object.defineProperty(navigator, 'connection', { value: { saveData: false, effectiveType: '2g' } })`,
	)
	await openServices(page, braids)
	await page.waitForLoadState('networkidle')
	expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
	await openCheckout(page, site)
	await fillDetails(page, newGuest())
	await confirm(page)
	await expectBooked(page)
	await underWorker(page)
	expect(await page.evaluate(() => '__remixRouter' in window)).toBe(false)
})

test('a slow line loses against a ticket, and the page says so', { tag: '@full' }, async ({
	page,
	site,
	line,
}) => {
	const { reference } = await bookAndKeep(page, site)
	line.slow(20_000)
	await page.goto(`/tickets/${reference}`)
	await expect(page.getByText('Slow connection. Showing your saved ticket.')).toBeVisible()
	line.cut()
})

/** What stands in the cache is changed as time would have done it. */
function changeKept(page: Page, change: 'its end is over' | 'thirty days passed') {
	return page.evaluate(async (what) => {
		const cache = await caches.open('kept-1')
		type Kept = { at: number; items: { until: number }[] }
		const kept = (await (await cache.match('/kept'))?.json()) as Kept
		// A minute ago: what the answer took on its way counts as a difference of the clocks.
		if (what === 'its end is over') for (const item of kept.items) item.until = Date.now() - 60_000
		else kept.at -= 31 * 86_400_000
		await cache.put('/kept', new Response(JSON.stringify(kept)))
	}, change)
}

for (const change of sampleOf(['its end is over', 'thirty days passed'] as const, 1))
	test(`a ticket is not shown when ${change}`, { tag: '@full' }, async ({ page, site, line }) => {
		const { reference } = await bookAndKeep(page, site)
		// First, so that no page keeps its copy anew.
		line.cut()
		await changeKept(page, change)
		await page.goto(`/tickets/${reference}`)
		await expect(heading(page)).toHaveText('You are offline')
		await expect(page.getByText('Kept on this phone')).toHaveCount(0)
		expect(await keptText(page)).not.toContain(reference)
	})

/** Signs in on this browser as a new account with one appointment. */
async function signIn(context: BrowserContext, site: PaymentSite) {
	const { token } = await addSignedInPerson(site.database, { at: Date.now() })
	await context.addCookies([{ name: 'session', value: token, url: site.url }])
	return token
}

test('nothing of a person stays after signing out', async ({ page, context, site }) => {
	await signIn(context, site)
	const { reference } = await bookAndKeep(page, site, { isSignedIn: true })
	await page.goto('/profile')
	await page.getByRole('button', { name: /Sign Out|Log Out/i }).click()
	await expect(page.getByRole('heading', { name: 'Welcome back' }).or(heading(page))).toBeVisible()
	await expect.poll(() => keptText(page)).not.toContain(reference)
})

test('nor when another person signs in, or the session ends elsewhere', { tag: '@full' }, async ({
	page,
	context,
	site,
}) => {
	await signIn(context, site)
	const { reference } = await bookAndKeep(page, site, { isSignedIn: true })
	await context.clearCookies()
	await signIn(context, site)
	await page.goto('/appointments')
	await expect.poll(() => keptText(page)).not.toContain(reference)

	await context.clearCookies()
	await signIn(context, site)
	const other = await bookAndKeep(page, site, { isSignedIn: true })
	// From here on the account alone knows the booking.
	await context.clearCookies({ name: 'visits' })
	await page.goto('/appointments')
	await expect.poll(() => keptText(page)).toContain(other.reference)
	await site.database.rows('UPDATE sessions SET expires_at = 1')
	await page.goto('/appointments')
	await expect.poll(() => keptText(page)).not.toContain(other.reference)
})

test('a kiosk reads today without a line until it locks, and a tap is refused with words', {
	tag: '@full',
}, async ({ page, site, line }) => {
	const shop = await addKioskShop(site)
	await addAppointment(site, shop, { inMinutes: 60, firstName: 'Chidi' })
	await openKiosk(page, site, shop.id)
	await underWorker(page)
	await page.goto('/kiosk')
	await expect.poll(() => keptText(page), { timeout: 20_000 }).toContain('Chidi')
	line.cut()
	await page.goto('/kiosk')
	await expect(page.getByText('No internet.')).toBeVisible()
	await expect(page.getByText('Chidi')).toBeVisible()
	await page.getByRole('link', { name: 'Try again' }).click()
	await expect(page.getByText('No internet.')).toBeVisible()
	await page.goto('/kiosk/walk-in')
	await expect(heading(page)).toHaveText('You are offline')
	await expect(page.getByRole('link', { name: /Today’s list/ })).toBeVisible()
	line.mend()
	await page.goto('/kiosk')
	await hydrated(page)
	line.cut()
	await page
		.getByRole('button', { name: /Here|Arrived/ })
		.first()
		.click()
	await expect(page.getByText('You can’t change anything until you’re back online.')).toBeVisible()
	expect(
		await site.database.count(
			'SELECT count(*) AS n FROM appointments WHERE arrived_at IS NOT NULL AND shop_id = ?',
			shop.id,
		),
	).toBe(0)
	line.mend()
	await page.goto('/kiosk/more')
	await page.getByRole('button', { name: /Lock/ }).click()
	await expect.poll(() => keptText(page)).not.toContain('Chidi')
})

test('no address of the site shows the browser’s own error page', { tag: '@full' }, async ({
	page,
	line,
}) => {
	await page.goto('/')
	await underWorker(page)
	line.cut()
	for (const { address } of sampleOf(pageViews(await servedRoutes()), 12)) {
		await page.goto(address)
		await expect(heading(page), address).toHaveText('You are offline')
	}
})

test('a booking whose line is cut at each step, without the app’s script, keeps what was typed and books once', async ({
	page,
	site,
	line,
}) => {
	await page.goto('/')
	await underWorker(page)
	await page.route('**/assets/*.js', (route) => route.abort())
	/** The line breaks with the tap, and is back when the customer tries again. */
	const cutWhile = async (tap: () => Promise<void>) => {
		line.cut()
		await tap()
		await expect(page.getByRole('alert')).toContainText('Your details are still here.')
		await expect(page.getByText('Booking Confirmed!')).toHaveCount(0)
		line.mend()
		// The form waits for a tap (L36).
		await page.evaluate(() => dispatchEvent(new Event('online')))
		await page.getByRole('button', { name: 'Try again' }).click()
	}
	const guest = newGuest()
	await openServices(page, braids)
	await cutWhile(() => page.getByRole('button', { name: braids.service }).click())
	await expect(heading(page)).toHaveText('Who would you like?')
	await cutWhile(() => page.getByRole('button', { name: 'Any available' }).click())
	await expect(heading(page)).toHaveText('When suits you?')
	await seeNextWeek(page)
	await page.getByRole('radio').nth(3).check()
	await cutWhile(() => page.getByRole('button', { name: 'Continue to Checkout' }).click())
	await expect(heading(page)).toHaveText('Checkout')
	await fillDetails(page, guest)
	await cutWhile(() => confirm(page))
	await expectBooked(page)
	const booked = await site.database.rows(
		'SELECT c.first_name FROM appointments a JOIN checkouts c ON c.id = a.checkout_id WHERE c.email = ?',
		guest.email,
	)
	expect(booked).toEqual([{ first_name: guest.firstName }])
})

test('a password that was not sent is not kept on the page that offers to send the rest', {
	tag: '@deep',
}, async ({ page, line, noise }) => {
	noise.allow(/40\d/)
	await page.goto('/')
	await underWorker(page)
	await page.route('**/assets/*.js', (route) => route.abort())
	await page.goto('/login')
	await page.getByLabel('Email').fill('ada@example.com')
	await page.getByRole('textbox', { name: 'Password', exact: true }).fill('five brown goats')
	line.cut()
	await page.getByRole('button', { name: 'Sign In' }).click()
	await expect(page.getByText('We don’t keep passwords: please type yours again.')).toBeVisible()
	expect(await page.content()).not.toContain('five brown goats')
	line.mend()
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
})

test('a ticket wins against records that do not answer, and the page says so', { tag: '@deep' }, async ({
	page,
	site,
}) => {
	const { reference } = await bookAndKeep(page, site)
	site.proxy.inject({ kind: 'bad-gateway' })
	await page.goto(`/tickets/${reference}`)
	await expect(page.getByText('We’re busy right now. Showing your saved ticket.')).toBeVisible()
	site.proxy.heal()
})

/** Has the browser look for another service worker now, not at its next page after an hour. */
async function lookForWorker(page: Page) {
	const browser = await page.context().newCDPSession(page)
	await browser.send('Network.clearBrowserCache')
	await page.evaluate(async () => {
		await (await navigator.serviceWorker.getRegistration())?.update()
	})
}

test('under the worker a customer still comes to the payment page, without the app’s script too', {
	tag: '@deep',
}, async ({ page, site }) => {
	await page.goto('/')
	await underWorker(page)
	await openCheckout(page, site)
	await fillToPayOnline(page, newGuest())
	await goToPay(page)
	await page.route('**/assets/*.js', (route) => route.abort())
	await page.context().clearCookies()
	await openCheckout(page, site)
	await fillToPayOnline(page, newGuest())
	await goToPay(page)
})

test('a new service worker does not disturb an open page', { tag: '@full' }, async ({ page, line }) => {
	await page.goto('/discover')
	await underWorker(page)
	const source = await page.evaluate(async () => (await fetch('/sw.js')).text())
	line.answerWith('/sw.js', `${source}\n// another release`)
	const changed = page.evaluate(
		() =>
			new Promise((resolve) =>
				navigator.serviceWorker.addEventListener('controllerchange', () => resolve('changed')),
			),
	)
	await lookForWorker(page)
	expect(await changed).toBe('changed')
	await page.getByRole('link', { name: 'Details' }).first().click()
	await expect(page.getByRole('link', { name: 'Book Now' }).first()).toBeVisible()
})

test('the operator ends it: worker and copies are gone, and the app goes on', { tag: '@full' }, async ({
	page,
	site,
	line,
}) => {
	const { reference } = await bookAndKeep(page, site)
	// A page whose script registers it again would keep the worker that ends it, which answers nothing.
	await page.goto('/tickets')
	const off = await startScratchWorker(site.proxy.url, { OFFLINE: 'off' })
	line.answerWith('/sw.js', await (await fetch(`${off.url}/sw.js`)).text())
	await off.stop()
	await lookForWorker(page)
	await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0)
	// The page that it still had is gone with the next one.
	await page.goto(`/tickets/${reference}`)
	await expect(page.getByText(reference)).toBeVisible()
	const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
	await expect.poll(workers).toBe(0)
})
