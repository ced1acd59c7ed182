import { request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { demoServiceId, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'

const site = withTestSite()
const inProduction = withTestWorker(() => site().proxy.url, { ENVIRONMENT: 'production' })
const open = () => openBrowserLikeClient(site().url)

/** A request with headers that `fetch` does not let one write. */
function ask(
	base: string,
	path: string,
	{
		method = 'GET',
		headers = {},
		body = '',
	}: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; location: string; text: string }> {
	return new Promise((resolve, reject) => {
		const { hostname, port } = new URL(base)
		const asked = request({ hostname, port, path, method, headers }, (answer) => {
			let text = ''
			answer.setEncoding('utf8').on('data', (part: string) => {
				text += part
			})
			answer.on('end', () =>
				resolve({ status: answer.statusCode ?? 0, location: String(answer.headers.location ?? ''), text }),
			)
		})
		asked.on('error', reject)
		asked.end(body)
	})
}

describe('F8: a form that a proxy forwards under another host', () => {
	test.each<Record<string, string>>([
		{ 'x-forwarded-host': 'a.example' },
		{ 'x-forwarded-host': 'a.example, b.example' },
		{ 'x-forwarded-host': '' },
		{ 'x-forwarded-host': '[', 'x-forwarded-proto': 'gopher' },
	])('is read as any other: %o', async (headers) => {
		expect((await open().post('/login', 'email=x', headers)).status).toBe(400)
		expect((await open().post('/login.data', 'email=x', headers)).status).toBe(400)
		const booked = await open().post('/booking/service-selection', `serviceId=${demoServiceId}`, headers)
		expect(booked.url.pathname).toBe('/booking/staff-selection')
	})
})

describe('S6: a broken signed cookie', () => {
	test.each(['flash', 'draft', 'visits', 'device', 'wish', 'seen'])(
		'%s is as if it were not there, and the answer takes it away',
		async (name) => {
			for (const path of [
				'/',
				'/discover',
				'/booking/service-selection',
				'/booking/checkout',
				'/login',
				'/healthz',
			]) {
				for (const value of ['a.!', '!!', '%E0%A4%A', 'ImEi.AAAA']) {
					const client = open()
					client.cookies.set(name, value)
					const page = await client.open(path)
					expect(page.status, `${path} with ${name}=${value}`).toBe(200)
					expect(client.cookies.has(name), `${path} with ${name}=${value}`).toBe(false)
				}
			}
		},
	)

	test('does not stop a sign-in, a booking step or the next draft', async () => {
		const guest = openGuest(site().url)
		for (const name of ['flash', 'draft', 'visits', 'device', 'wish']) guest.cookies.set(name, 'x.!')
		expect((await guest.post('/login', 'email=a@b.example&password=x')).status).toBe(401)
		await walkTo(guest, 'confirmation')
	})
})

test('S11: the value of one cookie opens no other', async () => {
	const guest = openGuest(site().url)
	await walkTo(guest, 'checkout')
	const stranger = open()
	await stranger.post('/business/ade-hair-studio', 'add-favorite=a-known-draft')
	const wish = stranger.cookies.get('wish') ?? ''
	expect(wish).not.toBe('')
	stranger.cookies.set('draft', wish)
	expect((await stranger.open('/booking/checkout')).text).toContain('No service selected')
	expect(stranger.cookies.has('draft')).toBe(false)
})

describe('F14: what an address does not take', () => {
	test.each([
		['/healthz', 405],
		['/readyz', 405],
		['/auth/login', 405],
		['/settings/export.json', 405],
		['/login?_data=routes%2Flogin', 400],
		['/?_data=nothing', 400],
	])('POST %s is told so in a plain sentence', async (path, status) => {
		const answer = await open().send(new URL(path, site().url), {
			method: 'POST',
			body: 'a=b',
			headers: { origin: site().url, 'content-type': 'application/x-www-form-urlencoded' },
		})
		const text = await answer.text()
		expect(answer.status).toBe(status)
		expect(answer.headers.get('content-type')).toContain('text/plain')
		expect(text).toMatch(/^[A-Z][^{}]+\.$/)
		expect(text).not.toContain('Unexpected Server Error')
	})

	test('a page without a form reads what is posted to it, and says 405', async () => {
		expect((await open().post('/terms', `a=${'x'.repeat(50_000)}`)).status).toBe(405)
	})

	test.each(['/?_data=nothing', `/${'a/'.repeat(20)}`])(
		'%s is answered after what was posted was read: the connection serves the next request',
		async (path) => {
			for (let i = 0; i < 20; i++) {
				const refused = await open().post(path, `a=${'x'.repeat(50_000)}`)
				expect(refused.status).toBeGreaterThanOrEqual(400)
				expect((await open().open('/healthz')).status).toBe(200)
			}
		},
	)

	test.each(['/login', '/booking/checkout', '/webhooks/paystack'])(
		'a body whose chunks are malformed is refused by %s',
		async (path) => {
			const answer = await rawPost(path, 'Transfer-Encoding: chunked', 'zz\r\nnot a chunk\r\n')
			expect(answer).toMatch(/^HTTP\/1\.1 (400|401|404) /)
		},
	)
})

/** Sends bytes that no HTTP client would send; gives what came back until the connection ended. */
function rawPost(path: string, header: string, body: string): Promise<string> {
	const { hostname, port, host, origin } = new URL(site().url)
	return new Promise((resolve, reject) => {
		const socket = connect(Number(port), hostname, () => {
			const head = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`, header]
			const type = 'Content-Type: application/x-www-form-urlencoded'
			socket.write(`${[...head, type, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`)
		})
		let text = ''
		socket.setEncoding('utf8').on('data', (part) => {
			text += part
		})
		socket.on('error', reject)
		socket.on('close', () => resolve(text))
	})
}

describe('S20: in production', () => {
	test('plain http leads to the same address over https, for forms too', async () => {
		const host = { host: 'wakati.example' }
		const path = '/business/ade-hair-studio?a=b'
		for (const method of ['GET', 'POST']) {
			const { status, location } = await ask(inProduction().url, path, { method, headers: host })
			expect([status, location]).toEqual([308, `https://wakati.example${path}`])
		}
	})

	test('this machine itself is served without', async () => {
		expect((await ask(inProduction().url, '/')).status).toBe(200)
	})

	test('elsewhere plain http is served', async () => {
		expect((await ask(site().url, '/', { headers: { host: 'wakati.example' } })).status).toBe(200)
	})
})
