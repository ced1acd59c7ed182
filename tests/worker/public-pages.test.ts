import { describe, expect, test } from 'vitest'
import { FRESH_MS } from '#app/http/shared-pages.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { tripsOfPage } from '#scripts/site/trip.ts'
import { isFull } from '#tests/support/deep.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const publicPages = ['/', '/discover', '/business/ade-hair-studio', '/privacy', '/terms']

/** Each visitor comes without cookies, and keeps new ones. */
const visitor = () => openBrowserLikeClient(site().url)
const nonceOf = (html: string) => /nonce="([^"]+)"/.exec(html)?.[1] ?? ''

async function tripsOf(work: () => Promise<unknown>): Promise<number> {
	return tripsOfPage((await site().proxy.during(work)).trips).length
}

/** The statuses that a thousand visitors get at once. A connection that a busy machine does not take counts as 503. */
async function crowdAt(url: URL): Promise<number[]> {
	const statuses = new Set<number>()
	await Promise.all(
		Array.from({ length: 1_000 }, async () => {
			const answer = await fetch(url).catch(() => null)
			await answer?.arrayBuffer()
			statuses.add(answer?.status ?? 503)
		}),
	)
	return [...statuses]
}

// That one page is made for all of them is proved without a clock, in the unit test of shared pages. On a busy
// machine a trip may run into its deadline and be made once more. When that fails too, all who wait for it read
// the same 503, and the crowd that presses again is served. A trip for each visitor must not happen.
test('P9c, O7: a thousand visitors at once are all answered, by a trip or two', async () => {
	const url = new URL('/business/garden-city-nails', site().url)
	let statuses: number[] = []
	let crowds = 0
	const trips = await tripsOf(async () => {
		do statuses = await crowdAt(url)
		while (++crowds < 3 && statuses.includes(503))
	})
	expect(statuses).toEqual([200])
	expect(trips).toBeGreaterThan(0)
	expect(trips).toBeLessThanOrEqual(4 * crowds)
})

describe.each(publicPages)('%s', (path) => {
	test('is one page for all visitors without cookies, each with a nonce of their own', async () => {
		const [one, other] = [await visitor().open(path), await visitor().open(path)]
		const nonces = [one, other].map(({ html }) => nonceOf(html))
		expect(nonces[0]).not.toBe(nonces[1])
		for (const { html, headers } of [one, other]) {
			const nonce = nonceOf(html)
			expect(nonce).toMatch(/^[\w-]{22}$/)
			expect(headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
			expect(headers.get('set-cookie')).toBeNull()
			expect(headers.get('cache-control')).toBe('private, no-cache')
			expect(new Set(html.match(/nonce="[^"]*"/g)).size).toBe(1)
			expect(html).not.toMatch(/requestId\b/)
		}
		const [oneNonce = '', otherNonce = ''] = nonces
		expect(one.html.replaceAll(oneNonce, '')).toBe(other.html.replaceAll(otherNonce, ''))
		expect(await tripsOf(() => visitor().open(path))).toBe(0)
	})

	test('is never the copy of a visitor with a cookie, nor theirs the copy', async () => {
		const dark = visitor()
		dark.cookies.set('theme', 'dark')
		expect((await dark.open(path)).html).toContain('<html lang="en-NG" data-theme="dark">')
		expect((await visitor().open(path)).html).toContain('<html lang="en-NG">')
		expect((await dark.open(path)).html).toContain('<html lang="en-NG" data-theme="dark">')
	})
})

test('the message for one visitor is read by nobody else', async () => {
	const one = visitor()
	const page = await one.submit(await one.open('/discover'), 'header form')
	expect(page.text).toContain('Updates about your bookings will appear here.')
	expect((await visitor().open('/discover')).text).not.toContain('Updates about your bookings')
})

test('an address with a query, and a request that is no GET, is answered by itself', async () => {
	await visitor().open('/discover')
	expect(await tripsOf(() => visitor().open('/discover?category=spa'))).toBe(1)
	expect(await tripsOf(() => fetch(`${site().url}/discover`, { method: 'HEAD' }))).toBe(1)
})

test('a business that is not there is not kept: once it is, it is seen', async () => {
	const path = '/business/zuma-nail-bar'
	await site().database.change("UPDATE shops SET is_listed = 0 WHERE id = 'zuma-nail-bar'")
	expect((await visitor().open(path)).status).toBe(404)
	await site().database.change("UPDATE shops SET is_listed = 1 WHERE id = 'zuma-nail-bar'")
	expect((await visitor().open(path)).status).toBe(200)
})

test('a copy is shown while our records do not answer; a page that nobody has seen yet says so, with its number', async () => {
	await visitor().open('/business/ade-hair-studio')
	site().proxy.inject({ kind: 'bad-gateway' })
	const [seen, unseen] = [
		await visitor().open('/business/ade-hair-studio'),
		await visitor().open('/business/itura-spa'),
	]
	site().proxy.heal()
	expect([seen.status, unseen.status]).toEqual([200, 503])
	const number = unseen.document.querySelector('main .num')?.textContent ?? ''
	expect(site().worker.lines.join('\n')).toContain(`request ${number} was not answered`)
	expect((await visitor().open('/business/itura-spa')).status).toBe(200)
})

if (isFull)
	test('what a shop has changed is seen at once with a cookie, and by all when the copy’s time is over', async () => {
		const path = '/business/ade-hair-studio'
		await visitor().open(path)
		await site().database.change("UPDATE shops SET name = 'Adé Two' WHERE id = 'ade-hair-studio'")
		const returning = visitor()
		returning.cookies.set('theme', 'light')
		expect((await returning.open(path)).text).toContain('Adé Two')
		await expect
			.poll(async () => (await visitor().open(path)).text.includes('Adé Two'), {
				timeout: FRESH_MS * 2,
				interval: 500,
			})
			.toBe(true)
	})

test('M21: the privacy page names who gets data, and what is kept for how long', async () => {
	const { text } = await visitor().open('/privacy')
	for (const named of [
		'Paystack',
		'mail provider',
		'push service',
		'Cloudflare',
		'database',
		'The shop you book with',
	])
		expect(text).toContain(named)
	for (const named of [
		'password',
		'Favorites',
		'Reviews',
		'Waitlists',
		'Notifications',
		'note',
		'who is coming',
		'Loyalty',
	])
		expect(text).toContain(named)
	expect(text).toContain('90 days')
	expect(text).toContain('If a payment is disputed with a bank, we may give it your contact and the history')
	expect(text).not.toContain('booked with, or us')
})
