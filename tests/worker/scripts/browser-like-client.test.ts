import { expect, test } from 'vitest'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'

const database = withTestDatabase({ demoAt: Date.now() })
const worker = withTestWorker(() => database().url)

test('a browser without script reads a page and follows a link of it', async () => {
	const client = openBrowserLikeClient(worker().url)
	const landing = await client.open('/')
	expect(landing.status).toBe(200)
	expect(landing.text).toContain('Book Appointments Effortlessly')
	const discover = await client.follow(landing, 'a[href^="/discover"]')
	expect(discover.status).toBe(200)
})

test('a redirect is followed and told', async () => {
	const page = await openBrowserLikeClient(worker().url).open('/auth/login?next=%2Fwallet')
	expect(page.redirects).toEqual(['/auth/login?next=%2Fwallet'])
	expect(page.url.pathname + page.url.search).toBe('/login?next=%2Fwallet')
})

test('a search form without script finds what was typed', async () => {
	const client = openBrowserLikeClient(worker().url)
	const discover = await client.open('/discover')
	const found = await client.submit(discover, 'form[role=search]', { q: 'nails' })
	expect(found.url.searchParams.get('q')).toBe('nails')
})
