import { describe, expect, test } from 'vitest'
import { openBrowserLikeClient } from '#tests/support/browser-like-client.ts'
import { openGuest, walkTo } from '#tests/support/guest-journey.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { addressOf, servedRoutes } from './route-table.ts'

const site = withTestSite()
const routes = await servedRoutes()

/** Who may open an address without an account (spec 1 §2, decision D7): every route has to be in one of these. */
const openToAll = [
	/^\/$/,
	/^\/(login|register|forgot-password|reset-password|verify-email|auth\/login|logout)$/,
	/^\/(privacy|terms|healthz|readyz)$/,
]
const openToGuests = [/^\/discover$/, /^\/business\/:shopId$/, /^\/booking(\/|$)/]
const forMembers = [
	/^\/(wallet|my-services|appointments|subscriptions|sessions|events|favorites|orders|rewards|transactions)$/,
	/^\/(loyalty-enrollment|loyalty-program\/:programId|profile|profile\/edit|settings|settings\/(export|delete)|appointments\/review)$/,
]
/** Posted to by a program, which signs what it sends. */
const forPrograms = [/^\/webhooks\/paystack$/]

function isOneOf(patterns: RegExp[], path: string) {
	return patterns.some((pattern) => pattern.test(path))
}

test('every route of the app says who may open it', () => {
	const known = [...openToAll, ...openToGuests, ...forMembers, ...forPrograms]
	const unknown = routes.filter(({ path }) => !isOneOf(known, path))
	expect(unknown).toEqual([])
})

describe('somebody without an account', () => {
	test.each(routes.filter(({ path }) => isOneOf(forMembers, path)))(
		'is led from $path to /login, with the way back kept',
		async ({ path }) => {
			const client = openBrowserLikeClient(site().url)
			const address = `${addressOf(path)}?tab=one`
			const answer = await client.send(new URL(address, site().url))
			expect(answer.status).toBe(302)
			expect(answer.headers.get('location')).toBe(`/login?redirectTo=${encodeURIComponent(address)}`)
			const page = await client.visit(address)
			expect(page.status).toBe(200)
			expect(page.url.pathname).toBe('/login')
		},
	)

	test.each(routes.filter(({ path }) => isOneOf(openToGuests, path)))(
		'may open $path, or is led to where a booking begins',
		async ({ path }) => {
			const page = await openBrowserLikeClient(site().url).visit(addressOf(path))
			expect([200, 404]).toContain(page.status)
			expect(page.url.pathname).not.toBe('/login')
		},
	)

	test.each(routes.filter(({ path }) => isOneOf(openToAll, path)))('may open $path', async ({ path }) => {
		const page = await openBrowserLikeClient(site().url).visit(addressOf(path))
		// A link of a mail that lacks its token is refused in words, on its own page.
		expect([200, 422]).toContain(page.status)
	})

	test('with a booking in the making sees their own steps and no member’s page', async () => {
		const guest = openGuest(site().url)
		await walkTo(guest, 'checkout')
		for (const { path } of routes.filter((route) => !isOneOf(openToAll, route.path))) {
			const page = await guest.visit(addressOf(path))
			const isLedToLogin = page.url.pathname === '/login'
			expect(isLedToLogin, `${path} ended at ${page.url.pathname}`).toBe(isOneOf(forMembers, path))
		}
	})
})
