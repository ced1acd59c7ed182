import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { type LoadedPage, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addPhotoRows } from '#tests/support/photo-desk.ts'
import { problemsOfStructuredData } from '#tests/support/structured-data.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'

const origin = 'https://wakati.example'
const site = withTestSite({ APP_ORIGIN: origin })
const withoutOrigin = withTestWorker(() => site().proxy.url)

const appointment = (path: string, url = site().url) => openBrowserLikeClient(url).open(path)
const ask = async (path: string, url = site().url) => {
	const answer = await fetch(url + path, { redirect: 'manual' })
	return { ...answer, status: answer.status, headers: answer.headers, text: await answer.text() }
}
const said = ({ document }: LoadedPage, property: string) =>
	document.querySelector(`meta[property="og:${property}"]`)?.getAttribute('content') ?? null
const canonicalOf = ({ document }: LoadedPage) =>
	document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null
/** A script's text is no markup: it is taken as it was sent. */
const structuredDataOf = ({ html }: LoadedPage) =>
	JSON.parse(/<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/.exec(html)?.[1] || 'null')

describe('Who shows a link to a page is told', () => {
	test.each([
		['/', '/'],
		['/discover', '/discover'],
		['/discover?category=nails&lat=6.5&lng=3.4', '/discover?category=nails'],
		['/plans', '/plans'],
		['/business/mama-iyabo?reviewsBefore=1790000000000', '/business/mama-iyabo'],
		['/plans/surulere-strength-plan-early-bird', '/plans/surulere-strength-plan-early-bird'],
	])('what %s is, and its one address', async (path, address) => {
		const page = await appointment(path)
		for (const name of ['title', 'description', 'site_name', 'image:alt'])
			expect(said(page, name), name).not.toBe('')
		expect(canonicalOf(page)).toBe(origin + address)
		expect(said(page, 'url')).toBe(origin + address)
		expect(said(page, 'locale')).toBe('en_NG')
		const picture = said(page, 'image') ?? ''
		expect(picture.startsWith(`${origin}/og/`)).toBe(true)
		const bytes = readFileSync(join(PROJECT_ROOT, 'public', picture.slice(origin.length)))
		expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
			Number(said(page, 'image:width')),
			Number(said(page, 'image:height')),
		])
	})

	test('the photo of a shop that has one', async () => {
		const photoOf = await addPhotoRows(site().database, 'palm-house', 'palm-house-cut', 0)
		const page = await appointment('/business/palm-house')
		const path = `${origin}/photos/${photoOf(0)}`
		expect(['image', 'image:width', 'image:height'].map((name) => said(page, name))).toEqual([
			path,
			'640',
			'480',
		])
		expect(said(page, 'image:alt')).toContain('Knotless braids')
		expect(structuredDataOf(page).image).toBe(path)
	})

	test('W10: no address where the app knows none of its own, whatever the request says', async () => {
		const { url } = withoutOrigin()
		for (const path of ['/', '/business/ade-hair-studio']) {
			const page = await appointment(path, url)
			expect(said(page, 'title')).not.toBeNull()
			expect([said(page, 'url'), said(page, 'image'), canonicalOf(page)]).toEqual([null, null, null])
			expect(structuredDataOf(page)).toBeNull()
			expect(page.html).not.toContain('Share on WhatsApp')
		}
		for (const path of ['/sitemap.xml', '/sitemaps/pages.xml', '/s/ade-hair-studio/qr'])
			expect((await ask(path, url)).status).toBe(404)
	})

	test('not to list what belongs to a person, a booking or a search', async () => {
		const noindex = async (path: string) => (await ask(path)).headers.get('x-robots-tag')
		for (const path of ['/', '/discover', '/business/ade-hair-studio']) expect(await noindex(path)).toBeNull()
		for (const path of ['/discover?q=hair', '/login', '/booking/checkout', '/wallet', '/no-such-page'])
			expect(await noindex(path), path).toBe('noindex')
	})
})

describe('Search engines', () => {
	test('read each shop in the words of schema.org', async () => {
		const shops = await site().database.rows('SELECT id, name, review_count FROM shops')
		for (const { id, name, review_count } of shops) {
			const data = structuredDataOf(await appointment(`/business/${id}`))
			expect(problemsOfStructuredData(data), String(id)).toEqual([])
			expect(data).toMatchObject({ name, url: `${origin}/business/${id}` })
			expect(data.aggregateRating?.reviewCount ?? 0).toBe(review_count)
		}
	})

	test('a name of a shop stays a name, wherever it stands', async () => {
		const name = `</script><script>alert(1)</script>"'><img src=x onerror=alert(1)>\u2028`
		await site().database.change(
			"UPDATE shops SET name = ?1, description = ?1, landmark = ?1 WHERE id = 'palm-house'",
			name,
		)
		// Who comes with a cookie gets no copy.
		const visitor = openBrowserLikeClient(site().url)
		visitor.cookies.set('theme', 'light')
		const page = await visitor.open('/business/palm-house')
		expect(structuredDataOf(page)).toMatchObject({ name, description: name })
		expect(said(page, 'title')).toBe(name)
		expect(page.document.querySelector('h1')?.textContent).toBe(name)
		expect(page.html).not.toContain('<script>alert')
		expect(page.html).not.toContain('<img src=x')
		expect(page.document.querySelectorAll('script:not([nonce])')).toHaveLength(0)
	})

	test('find the map of the site in robots.txt, and every listed shop on it, in one trip a part', async () => {
		const robots = await ask('/robots.txt')
		expect(robots.text).toMatch(/^User-agent: \*$/m)
		expect(robots.text).toContain(`Sitemap: ${origin}/sitemap.xml`)
		await site().database.change("UPDATE shops SET is_listed = 0 WHERE id = 'itura-spa'")
		const { value: parts, trips } = await site().proxy.during(async () => {
			const addresses: string[] = []
			const index = await ask('/sitemap.xml')
			expect(index.headers.get('content-type')).toBe('application/xml; charset=utf-8')
			expect(index.headers.get('cache-control')).toBe('public, max-age=3600')
			for (const [, part = ''] of index.text.matchAll(/<loc>([^<]+)<\/loc>/g)) {
				const { status, text } = await ask(part.slice(origin.length))
				expect(status).toBe(200)
				addresses.push(...[...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address))
			}
			return addresses
		})
		// The index and the part with shops.
		expect(trips).toHaveLength(2)
		const listed = await site().database.rows('SELECT id FROM shops WHERE is_listed = 1')
		const shops = parts.filter((address) => address.includes('/business/'))
		expect(shops.toSorted()).toEqual(listed.map(({ id }) => `${origin}/business/${id}`).toSorted())
		for (const path of ['/sitemaps/shops-2.xml', '/sitemaps/shops-0.xml', '/sitemaps/shops-x.xml'])
			expect((await ask(path)).status, path).toBe(404)
	})
})

describe('The short address of a shop', () => {
	test('leads to its page, however it is typed', async () => {
		for (const path of ['/s/ade-hair-studio', '/s/ADE-Hair-Studio']) {
			const { status, headers } = await ask(path)
			expect([status, headers.get('location')]).toEqual([302, '/business/ade-hair-studio'])
		}
	})

	test('that nobody has, that of a shop that left, and what cannot be one show the page that says so', async () => {
		await site().database.change("UPDATE shops SET is_listed = 0 WHERE id = 'zuma-nail-bar'")
		for (const name of ['nobody', 'zuma-nail-bar', "x' OR 1=1", '%00', 'x'.repeat(900)])
			for (const path of [`/s/${name}`, `/s/${name}/qr`]) {
				const { status, text } = await ask(path)
				expect(status, path).toBe(404)
				expect(text).toContain('Page not found')
			}
	})
})

test('programs that keep passwords are led to where one is changed, signed in or not', async () => {
	const page = await appointment('/.well-known/change-password')
	expect(page.url.pathname).toBe('/forgot-password')
	expect(page.document.querySelector('h1')?.textContent).toBe('Change your password')
})
