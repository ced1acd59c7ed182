import { expect, test } from '#tests/support/browser-fixture.ts'
import { violationsOf } from './accessibility.ts'
import { hydrated } from './hydrated.ts'
import { signInAsDemoClient } from './sign-in.ts'

const minute = 60_000

test('D51: a client opens a reward at the shop, shows the voucher, and goes back', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site }) => {
	await site.database.change('UPDATE rewards SET voucher_opened_at = NULL')
	await signInAsDemoClient(page, site)
	await page.goto('/rewards')
	await page.getByRole('button', { name: 'Use it now' }).click()
	await expect(page).toHaveURL(/\/voucher$/)
	const voucher = page.getByRole('region', { name: 'Voucher' })
	await expect(voucher).toContainText('Check words (they change every minute)')
	await expect(voucher).toContainText(/Show within [0-3]:\d\d/)
	await page.getByRole('link', { name: 'Back to My Rewards' }).click()
	await expect(page.getByRole('heading', { name: 'My Rewards' })).toBeVisible()
})

test('D51: with script the voucher ticks, changes its words with the minute, and closes after three', async ({
	page,
	site,
}) => {
	await signInAsDemoClient(page, site)
	await site.database.change(
		'UPDATE rewards SET voucher_opened_at = ? WHERE used_at IS NULL',
		String(Date.now()),
	)
	await page.clock.install()
	await page.goto('/rewards/ade-hair-studio-card-demo-2-3/voucher')
	await hydrated(page)
	const voucher = page.getByRole('region', { name: 'Voucher' })
	expect(await violationsOf(page)).toEqual([])
	const said = async () => /minute\)([a-z ]+)(\d+:\d\d:\d\d)/.exec((await voucher.textContent()) ?? '') ?? []
	const [, words, clock] = await said()
	await page.clock.runFor(2_000)
	expect((await said())[2]).not.toBe(clock)
	await page.clock.runFor(minute)
	expect((await said())[1]).not.toBe(words)
	await expect(voucher).toContainText(/Show within 1:\d\d/)
	await page.clock.runFor(2 * minute)
	await expect(page.getByText('This voucher is closed.')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Use it now' })).toBeVisible()
})

test('D34: the QR code counts down, ends, and a new one comes by a tap', async ({ page, site }) => {
	await signInAsDemoClient(page, site)
	await page.clock.install()
	await page.goto('/wallet')
	await hydrated(page)
	await page.getByRole('link', { name: 'Your QR Code for Nailed by Zina' }).click()
	const code = page.getByRole('img', { name: /QR code/ })
	await expect(code).toBeVisible()
	expect(await violationsOf(page)).toEqual([])
	await page.clock.runFor(minute)
	await expect(page.getByText(/Expires in 8:5\d|Expires in 9:00/)).toBeVisible()
	await page.clock.runFor(9 * minute)
	await expect(page.getByText('This code has expired.')).toBeVisible()
	await expect(code).toHaveCount(0)
	await page.getByRole('link', { name: 'Generate New Code' }).click()
	await expect(code).toBeVisible()
	await expect(page.getByText(/Expires in (10:00|9:5\d)/)).toBeVisible()
})

test('the newest transactions come again each minute while somebody sees them, and focus stays', {
	tag: '@deep',
}, async ({ page, site, noise }) => {
	await signInAsDemoClient(page, site)
	await page.clock.install()
	await page.goto('/wallet')
	await hydrated(page)
	let asked = 0
	page.on('request', (request) => {
		if (new URL(request.url()).pathname === '/wallet/recent') asked++
	})
	const rows = page.locator('main a.menu-row')
	await rows.nth(1).focus()
	const second = await rows.nth(1).getAttribute('href')
	await site.database.change(
		`UPDATE rewards SET used_at = ? WHERE id = 'ade-hair-studio-card-demo-1-10'`,
		String(Date.now()),
	)
	await page.clock.runFor(minute)
	await expect(rows.first()).toContainText('Free wash and set')
	await expect(rows).toHaveCount(5)
	await expect(page.locator(`a[href="${second}"]`)).toBeFocused()
	expect(asked).toBe(1)

	await page.evaluate(() =>
		Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }),
	)
	await page.clock.runFor(3 * minute)
	await page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'))
	await page.context().setOffline(true)
	await page.clock.runFor(minute)
	expect(asked).toBe(1)
	await page.context().setOffline(false)

	noise.expect(/503/)
	await page.route('**/wallet/recent', (route) => route.fulfill({ status: 503 }))
	await page.clock.runFor(minute)
	await expect(page.getByText('Unable to load transactions')).toBeVisible()
	await expect(rows).toHaveCount(5)
	await page.unroute('**/wallet/recent')
	await page.clock.runFor(minute)
	await expect(page.getByText('Unable to load transactions')).toHaveCount(0)
	await site.database.change(`UPDATE rewards SET used_at = NULL WHERE id = 'ade-hair-studio-card-demo-1-10'`)
})

test('the code of a reward is copied by a button, which says so, or that it failed', {
	tag: '@deep',
}, async ({ page, site }) => {
	await signInAsDemoClient(page, site)
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
	await page.clock.install()
	await page.goto('/rewards')
	await hydrated(page)
	const copy = page.getByRole('button', { name: 'Copy code' })
	await copy.click()
	await expect(page.getByRole('button', { name: 'Code copied!' })).toBeVisible()
	await expect(page.getByText('Redemption code copied to clipboard')).toBeVisible()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
		await page.locator('.code').textContent(),
	)
	await page.clock.runFor(2_000)
	await expect(copy).toBeVisible()
	await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
	await copy.click()
	await expect(page.getByRole('button', { name: 'Failed to copy' })).toBeVisible()
	await expect(page.getByText('Please try again')).toBeVisible()
})
