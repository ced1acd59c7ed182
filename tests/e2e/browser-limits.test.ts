import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'
import { bookFromLanding, type ServiceChoice } from './page-guest.ts'

const curls: ServiceChoice = { shopId: 'ade-hair-studio', shop: 'Adé Hair Studio', service: 'Cornrows' }

test('a browser that forbids its storage books all the same', async ({ page }) => {
	await page.addInitScript(() => {
		for (const name of ['localStorage', 'sessionStorage']) {
			Object.defineProperty(window, name, {
				get() {
					throw new DOMException('denied', 'SecurityError')
				},
			})
		}
	})
	await page.goto('/')
	await bookFromLanding(page, curls)
})

test('a browser that keeps no cookies is told so, and what it can do', async ({
	playwright,
	site,
}, testInfo) => {
	const folder = mkdtempSync(join(tmpdir(), 'wakati-no-cookies-'))
	mkdirSync(join(folder, 'Default'))
	const settings = { profile: { default_content_setting_values: { cookies: 2 } } }
	writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify(settings))
	const { launchOptions } = testInfo.project.use
	const context = await playwright.chromium.launchPersistentContext(folder, {
		...launchOptions,
		baseURL: site.url,
	})
	try {
		const page = await context.newPage()
		await page.goto(`/booking/service-selection?shop=${curls.shopId}`)
		await page.getByRole('button', { name: curls.service }).click()
		await expect(page.getByText('Your browser keeps no cookies')).toBeVisible()
		await expect(page.getByRole('link', { name: 'Back to Discover' })).toBeVisible()
	} finally {
		await context.close()
		rmSync(folder, { recursive: true, force: true })
	}
})

test.describe('for whoever asked for less motion', () => {
	test.use({ contextOptions: { reducedMotion: 'reduce' } })

	test('nothing moves, not even a message that appears', async ({ page }) => {
		await page.goto('/discover')
		await hydrated(page)
		await page.getByRole('button', { name: 'Notifications' }).click()
		await expect(page.getByRole('status').filter({ hasText: 'Welcome' })).toBeVisible()
		expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
	})
})
