import { once } from 'node:events'
import { request as askSite, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'
import { bookFromLanding, type ServiceChoice } from './page-guest.ts'

const curls: ServiceChoice = { shopId: 'ade-hair-studio', shop: 'Adé Hair Studio', service: 'Cornrows' }

test('a browser that forbids its storage books all the same', { tag: '@full' }, async ({ page }) => {
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

test('a browser that keeps no cookies is told so, and what it can do', async ({ page, site }) => {
	const proxy = await startCookielessProxy(site.url)
	try {
		await page.goto(`${proxy.url}/booking/service-selection?shop=${curls.shopId}`)
		await page.getByRole('button', { name: curls.service }).click()
		await expect(page.getByText('Cookies are turned off')).toBeVisible()
		await expect(page.getByRole('link', { name: 'Back to Discover' })).toBeVisible()
	} finally {
		// The page closes first, so that it does not ask a closed proxy.
		await page.close()
		await proxy.close()
	}
})

/** Passes everything on but cookies, as if the browser kept none. */
async function startCookielessProxy(siteUrl: string) {
	const server = createServer((request, response) => {
		const { method, headers, url } = request
		const forwarded = askSite(new URL(url ?? '/', siteUrl), { method, headers }, (answer) => {
			const { 'set-cookie': _, ...rest } = answer.headers
			response.writeHead(answer.statusCode ?? 502, rest)
			answer.pipe(response)
		})
		request.pipe(forwarded)
	})
	await once(server.listen(0, '127.0.0.1'), 'listening')
	const { port } = server.address() as AddressInfo
	return {
		url: `http://127.0.0.1:${port}`,
		async close() {
			server.closeAllConnections()
			await once(server.close(), 'close')
		},
	}
}

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
