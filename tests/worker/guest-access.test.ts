import { describe, expect, test } from 'vitest'
import { openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { type Audience, audienceOf, problemsOfPageCases } from '#scripts/site/page-cases.ts'
import { exampleAddress, servedRoutes } from '#scripts/site/route-table.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite({ SUPPORT_CONTACT: 'help@wakati.example' })
const routes = await servedRoutes()

function routesFor(...audiences: Audience[]) {
	return routes.filter((route) => audiences.includes(audienceOf(route)))
}

test('every route that is said to be open, and every case of a page, is there', () => {
	expect(problemsOfPageCases(routes)).toEqual([])
})

describe('a visitor without an account', () => {
	test.each(routesFor('members'))('is led from $path to /login, with the way back kept', async ({ path }) => {
		const client = openBrowserLikeClient(site().url)
		const address = `${exampleAddress(path)}?tab=one`
		const answer = await client.send(new URL(address, site().url))
		expect(answer.status).toBe(302)
		expect(answer.headers.get('location')).toBe(`/login?redirectTo=${encodeURIComponent(address)}`)
		const page = await client.open(address)
		expect(page.status).toBe(200)
		expect(page.url.pathname).toBe('/login')
	})

	test.each(routesFor('guests'))('may open $path, or is led to where a booking begins', async ({ path }) => {
		const page = await openBrowserLikeClient(site().url).open(exampleAddress(path))
		// A link of a mail that lacks its token is refused in words, on its own page.
		expect([200, 404, 422]).toContain(page.status)
		expect(page.url.pathname).not.toBe('/login')
	})

	test.each(routesFor('everybody', 'signed-out'))('may open $path', async ({ path }) => {
		const page = await openBrowserLikeClient(site().url).open(exampleAddress(path))
		expect([200, 404, 422]).toContain(page.status)
	})

	test('with a booking in the making sees their own steps and no member’s page', async () => {
		const guest = openGuest(site().url)
		await walkTo(guest, 'checkout')
		for (const route of routesFor('guests', 'members', 'programs')) {
			const page = await guest.open(exampleAddress(route.path))
			const isLedToLogin = page.url.pathname === '/login'
			expect(isLedToLogin, `${route.path} ended at ${page.url.pathname}`).toBe(
				audienceOf(route) === 'members',
			)
		}
	})
})
