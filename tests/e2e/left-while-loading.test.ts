import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'

test('a link that is tapped while the data of another page come leads to its own page', async ({ page }) => {
	await page.goto('/discover')
	await hydrated(page)
	const line = await page.context().newCDPSession(page)
	await line.send('Network.enable')
	const slow = { offline: false, latency: 0, downloadThroughput: 2_000, uploadThroughput: 50_000 }
	await line.send('Network.emulateNetworkConditions', slow)
	await Promise.all([
		page.waitForResponse((response) => response.url().includes('.data')),
		page.locator('main a[href^="/business/"]').first().click(),
	])
	// Its head has come, and its body has not.
	await page.locator('.bottom-nav a[href="/wallet"], .bottom-nav a[href^="/appointments"]').first().click()
	await line.send('Network.emulateNetworkConditions', { ...slow, downloadThroughput: -1 })
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await expect(page).not.toHaveURL(/discover|business/)
})
