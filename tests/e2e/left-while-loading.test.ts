import type { Page } from '@playwright/test'
import { test as base, expect } from '#tests/support/browser-fixture.ts'
import { type Halt, halts, type Line, startLine } from '#tests/support/line.ts'
import { hydrated } from './hydrated.ts'

const test = base.extend<{ line: Line }>({
	line: async ({ site }, use) => {
		const line = await startLine(site.url)
		await use(line)
		await line.close()
	},
	baseURL: ({ line }, use) => use(line.url),
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Opens a shop from Discover; its data come that far, and the script of its page does not come. */
async function openShopUntil(page: Page, line: Line, halt: Halt) {
	await page.goto('/discover')
	await hydrated(page)
	await page.evaluate(countDecodedBytes)
	const halted = line.halt(halt)
	await page.locator('main a[href^="/business/"]').first().click()
	const sentBytes = await halted
	await page.waitForFunction((bytes) => window.decodedBytes === bytes, sentBytes)
	line.mend()
}

/** Runs in the page. Remix decodes each part of a page's data as it comes. */
function countDecodedBytes() {
	window.decodedBytes = 0
	const { decode } = TextDecoder.prototype
	TextDecoder.prototype.decode = function (bytes, options) {
		window.decodedBytes += bytes?.byteLength ?? 0
		return decode.call(this, bytes, options)
	}
}

declare global {
	interface Window {
		decodedBytes: number
	}
}

test('a link that is tapped while the data of another page come leads to its own page, however far they have come', async ({
	page,
	line,
}) => {
	for (const halt of halts)
		await test.step(halt, async () => {
			await openShopUntil(page, line, halt)
			await page
				.locator('.bottom-nav a[href="/wallet"], .bottom-nav a[href^="/appointments"]')
				.first()
				.click()
			await expect(page).not.toHaveURL(/discover|business/)
			await expect(heading(page)).toBeVisible()
		})
})

test('a step back while the data of a page come leads to the page before, and stays there', async ({
	page,
	line,
}) => {
	await page.goto('/for-shops')
	await openShopUntil(page, line, 'in its body')
	await page.goBack()
	await hydrated(page)
	await expect(page).toHaveURL(/for-shops/)
})

test('a line that breaks while a page comes is named as what it is, and the page opens at the next try', async ({
	page,
	line,
	noise,
}) => {
	noise.expect(/network error/)
	noise.allow(/ERR_/)
	await openShopUntil(page, line, 'in its body')
	line.cut()
	line.mend()
	await expect(heading(page)).toHaveText('Connection lost')
	await page.getByRole('link', { name: 'Try again' }).click()
	await expect(page.getByRole('link', { name: 'Book Now', exact: true })).toBeVisible()
})

test('a line that breaks when a page has come but for its end shows that page', async ({
	page,
	line,
	noise,
}) => {
	noise.allow(/ERR_/)
	await openShopUntil(page, line, 'before its end')
	line.cut()
	line.mend()
	await expect(page.getByRole('link', { name: 'Book Now', exact: true })).toBeVisible()
})
