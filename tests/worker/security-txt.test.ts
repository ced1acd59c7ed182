import { expect, test } from 'vitest'
import { DAY_MS } from '#app/kernel/instant.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'

const site = withTestSite({ SUPPORT_CONTACT: 'help@wakati.example', APP_ORIGIN: 'https://wakati.example' })
const withoutContact = withTestWorker(() => site().proxy.url)

const ask = (url: string, method = 'GET') =>
	openBrowserLikeClient(url).send(new URL('/.well-known/security.txt', url), {
		method,
		...(method === 'POST' && { headers: { origin: new URL(url).origin } }),
	})

test('whoever finds a hole reads in /.well-known/security.txt whom to write to, and the database is not asked', async () => {
	const { value: answer, trips } = await site().proxy.during(() => ask(site().url))
	expect(answer.status).toBe(200)
	expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
	expect(trips).toEqual([])
	const fields = Object.fromEntries((await answer.text()).split('\n').map((line) => line.split(/: (.*)/)))
	expect(fields).toMatchObject({
		Contact: 'mailto:help@wakati.example',
		Canonical: 'https://wakati.example/.well-known/security.txt',
		'Preferred-Languages': 'en',
	})
	const validMs = Date.parse(fields.Expires) - Date.now()
	expect(validMs).toBeGreaterThan(0)
	expect(validMs).toBeLessThan(365 * DAY_MS)
})

test('without a contact there is no such file', async () => {
	const answer = await ask(withoutContact().url)
	expect(answer.status).toBe(404)
	expect(await answer.text()).not.toContain('Contact')
})

test('nothing can be posted to it', async () => {
	expect((await ask(site().url, 'POST')).status).toBe(405)
})
