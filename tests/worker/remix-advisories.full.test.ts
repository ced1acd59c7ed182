import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { type BrowserLikeClient, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { exampleAddress, servedRoutes } from '#scripts/site/route-table.ts'
import { addSignedInPerson, browserOf, cheapCost, password } from '#tests/support/accounts.ts'
import { shareOf } from '#tests/support/deep.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'
import { hydrationOf, readStream } from './remix-stream.ts'

const site = withTestSite()
const inProduction = withTestWorker(() => site().proxy.url, { ENVIRONMENT: 'production' })
const routes = await servedRoutes()
const formRoutes = routes.filter(({ takesPosts }) => takesPosts)
const urlEncoded = 'application/x-www-form-urlencoded'

afterEach(() => site().proxy.heal())

const signedIn = async () =>
	browserOf(await addSignedInPerson(site().database, { at: Date.now() }), site().url)
/** Where a page with script sends its form. */
const dataPath = (path: string) => `${path === '/' ? '/_root' : path}.data`

type Sent = { method?: string; body?: string; headers?: Record<string, string> }

/** Sends it as a page of ours would. */
function send(
	client: BrowserLikeClient,
	path: string,
	{ method = 'POST', body = '', headers = {} }: Sent = {},
) {
	const url = new URL(path, site().url)
	const own = { origin: url.origin, 'content-type': urlEncoded }
	return client.send(url, {
		method,
		...(method === 'GET' ? { headers } : { body, headers: { ...own, ...headers } }),
	})
}

describe('CVE-2026-53666: an error that the browser rebuilds is named by the server alone', () => {
	const wish = { __type: 'Error', __subType: 'Function', name: 'Function', message: 'alert(1)' }
	const asQuery = new URLSearchParams(wish).toString()
	const asJson = JSON.stringify(wish)
	const cookies = { flash: btoa(asJson), draft: btoa(asJson), session: asQuery, theme: asJson }

	/** The errors that a page hands over, each with a type of Remix's own and without a constructor. */
	function soundErrorsOf(html: string) {
		const errors = Object.values(hydrationOf(html).errors ?? {})
		for (const error of errors) {
			expect(['RouteErrorResponse', 'Error']).toContain(error.__type)
			expect(Object.keys(error)).not.toContain('__subType')
		}
		return errors
	}

	const bodies: [what: string, body: string, type: string][] = [
		['fields', `${asQuery}&email=${asQuery}`, urlEncoded],
		['the value of a field', new URLSearchParams({ email: asJson, intent: asJson }).toString(), urlEncoded],
		['JSON', asJson, 'application/json'],
		['text', asJson, 'text/plain'],
	]

	test.each(bodies)('whatever a form sends: %s', async (what, body, type) => {
		let pages = 0
		const turn = bodies.findIndex(([name]) => name === what)
		for (const { path, hasPage } of shareOf(formRoutes, turn, bodies.length)) {
			const answer = await send(await signedIn(), `${exampleAddress(path)}?${asQuery}`, {
				body,
				headers: { 'content-type': type },
			})
			expect(answer.status, path).toBeLessThan(500)
			const html = await answer.text()
			if (!hasPage || answer.status < 400) continue
			pages++
			for (const { __type } of soundErrorsOf(html)) expect(__type, path).toBe('RouteErrorResponse')
		}
		expect(pages).toBeGreaterThan(2)
	})

	test('whatever an address and cookies say', async () => {
		for (const { path } of [...routes, { path: '/no-such-page' }]) {
			const client = openBrowserLikeClient(site().url)
			for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, encodeURIComponent(value))
			const answer = await send(client, `${exampleAddress(path, 'nobody')}?${asQuery}`, { method: 'GET' })
			const html = await answer.text()
			if (html.includes('streamController')) soundErrorsOf(html)
		}
	})

	test('also when it fails: the error holds its number in the log, and no words of ours', async () => {
		const { client } = site().database
		await client.execute('ALTER TABLE reviews RENAME COLUMN rating TO stars')
		try {
			const page = await openBrowserLikeClient(site().url).open(`/business/ade-hair-studio?${asQuery}`)
			expect(page.status).toBe(500)
			expect(soundErrorsOf(page.html)).toEqual([
				expect.objectContaining({
					__type: 'RouteErrorResponse',
					status: 500,
					data: { requestId: expect.stringMatching(/^[\w-]{22}$/), held: null },
				}),
			])
		} finally {
			await client.execute('ALTER TABLE reviews RENAME COLUMN stars TO rating')
		}
	})

	test('also when the page holds what was typed, which the error carries as data', async () => {
		const guest = openGuest(site().url)
		await walkTo(guest, 'checkout')
		site().proxy.inject({ kind: 'bad-gateway' })
		const page = await guest.post('/booking/checkout', new URLSearchParams({ firstName: asJson }))
		expect(page.status).toBe(503)
		const [error] = soundErrorsOf(page.html)
		expect(error).toMatchObject({ __type: 'RouteErrorResponse', status: 503 })
		expect(JSON.stringify(error?.data)).toContain('__subType')
	})

	test('and one that is named in what a page hands over would be found', () => {
		const stream =
			'[{"_1":2},"errors",{"_3":4},"root",{"_5":6,"_7":8},"__type","Error","__subType","Function"]'
		expect(() => soundErrorsOf(`window.__remixContext.streamController.enqueue('${stream}')`)).toThrow(
			'__subType',
		)
	})
})

describe('CVE-2026-53669, CVE-2026-22029: every door leads to a page of ours', () => {
	const elsewhere = [
		'/\\evil.example',
		'\\evil.example',
		'/\\/evil.example',
		'/\t\\evil.example',
		'/wallet\\..\\..\\\\evil.example',
		'//evil.example',
		'/..//evil.example',
		'/wallet/..//evil.example',
		'/%2e%2e//evil.example',
		'https:\\\\evil.example',
		'javascript:alert(1)',
		'\u0001javascript:alert(1)',
	]

	/** Where a browser goes from here: to another page of ours, at an address that script can parse too. */
	function expectOwn(location: string | null | undefined, door: string) {
		const url = new URL(location ?? 'missing:', site().url)
		expect(url.origin, `${door} → ${location}`).toBe(new URL(site().url).origin)
		expect(url.pathname, `${door} → ${location}`).not.toMatch(/^\/[/\\]/)
		expect(location, door).not.toContain('\\')
	}

	test.each(elsewhere)('after signing in, with %j as the way back', async (wanted) => {
		const query = new URLSearchParams({ redirectTo: wanted })
		const passwordHash = await hashPassword(password, cheapCost)
		const { email } = await addSignedInPerson(site().database, { at: Date.now(), passwordHash })
		const body = new URLSearchParams({ email, password }).toString()
		const stranger = () => openBrowserLikeClient(site().url)
		const document = await send(stranger(), `/login?${query}`, { body })
		expect(document.status).toBe(302)
		expectOwn(document.headers.get('location'), 'sign-in')
		const withScript = await send(stranger(), `/login.data?${query}`, { body })
		expect(withScript.status).toBe(202)
		const answer = readStream(await withScript.text()) as { redirect: string }
		expectOwn(answer.redirect, 'sign-in with script')
	})

	test.each(elsewhere)('of the links and forms of a page that is asked with %j', async (wanted) => {
		const query = new URLSearchParams({ redirectTo: wanted, from: wanted, near: wanted, q: wanted })
		const person = await signedIn()
		for (const [client, path] of [
			[openBrowserLikeClient(site().url), '/login'],
			[openBrowserLikeClient(site().url), '/auth/login'],
			[openBrowserLikeClient(site().url), '/register'],
			[openBrowserLikeClient(site().url), '/discover'],
			[person, '/profile/edit'],
		] as const) {
			const page = await client.open(`${path}?${query}`)
			expect(page.status, path).toBe(200)
			for (const name of ['href', 'action', 'formaction']) {
				for (const element of page.document.querySelectorAll(`[${name}]`))
					expectOwn(element.getAttribute(name), `${path} ${name}`)
			}
		}
	})

	test.each(elsewhere)('after saving a profile, with %j as the way back', async (wanted) => {
		const query = new URLSearchParams({ redirectTo: wanted })
		const person = await addSignedInPerson(site().database, { at: Date.now() })
		const body = new URLSearchParams({ firstName: 'Ada', lastName: 'Obi', email: person.email }).toString()
		const answer = await send(browserOf(person, site().url), `/profile/edit?${query}`, { body })
		expect(answer.status).toBe(302)
		expectOwn(answer.headers.get('location'), 'profile')
	})

	test.each(elsewhere)('that is told by a referer with %j', async (wanted) => {
		const referer = `${site().url}${wanted.startsWith('/') ? '' : '/'}${encodeURI(wanted).replaceAll('%5C', '\\')}`
		for (const path of ['/guest-banner', '/profile/edit', '/settings']) {
			const answer = await send(openBrowserLikeClient(site().url), path, { headers: { referer } })
			expect(answer.status, path).toBe(302)
			const location = answer.headers.get('location')
			expectOwn(location, path)
			expectOwn(new URL(location ?? '', site().url).searchParams.get('redirectTo') ?? '/', path)
		}
	})

	/** The path exactly as it is: `fetch` would mend what is wrong with it. */
	function getRaw(
		base: string,
		path: string,
		headers: Record<string, string> = {},
	): Promise<string | undefined> {
		return new Promise((resolve, reject) => {
			const { hostname, port } = new URL(base)
			const asked = request({ hostname, port, path, headers }, (answer) => {
				answer.resume().on('end', () => resolve(answer.headers.location))
			})
			asked.on('error', reject)
			asked.end()
		})
	}

	test.each([
		'/\\evil.example',
		'//evil.example',
		'/\\/evil.example/wallet',
		'/%5Cevil.example',
		'/..//evil.example',
	])('of an address that is %s itself', async (path) => {
		for (const address of [
			path,
			`${path}/../wallet`,
			`${path}/../settings?a=\\\\evil.example`,
			`${path}.data`,
		]) {
			const location = await getRaw(site().url, address)
			if (location !== undefined) expectOwn(location, address)
		}
		const secure = await getRaw(inProduction().url, path, { host: 'wakati.example' })
		expect(new URL(secure ?? '').origin).toBe('https://wakati.example')
	})
})

describe('CVE-2026-42211: a stream that is posted is read by nobody', () => {
	const planted = '[["E","globalThis.planted = 1","Function"]]\n'
	/** The first reads nothing, the second judges the signature of what it reads, and the third reads JSON by itself. */
	const withoutForm = ['/logout', '/webhooks/paystack', '/api/v1/*']

	const types = ['text/x-script; charset=utf-8', 'text/x-turbo', 'application/json', 'text/plain']

	test.each(types)('as %s: every route refuses it unread', async (type) => {
		const person = await signedIn()
		const itsRoutes = formRoutes.filter(({ path }) => !withoutForm.includes(path))
		for (const { path } of shareOf(itsRoutes, types.indexOf(type), types.length)) {
			for (const address of [exampleAddress(path), dataPath(exampleAddress(path))]) {
				const answer = await send(person, address, { body: planted, headers: { 'content-type': type } })
				expect([address, answer.status]).toEqual([address, 415])
				expect(await answer.text(), address).not.toContain('planted')
			}
		}
	})
})

const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

test('CVE-2026-22030: a form of another site reaches no route', async () => {
	const person = await signedIn()
	for (const { path } of formRoutes.filter(({ path }) => !path.startsWith('/webhooks/'))) {
		for (const address of [exampleAddress(path), dataPath(exampleAddress(path))])
			expect([address, (await send(person, address, { headers: foreign })).status]).toEqual([address, 403])
	}
	expect((await person.open('/profile')).url.pathname).toBe('/profile')
})

const methods = ['PUT', 'PATCH', 'DELETE']

test.each(methods)('CVE-2026-53663: a %s of another site reaches no route', async (method) => {
	const person = await signedIn()
	for (const { path } of shareOf(routes, methods.indexOf(method), methods.length)) {
		for (const address of [exampleAddress(path), dataPath(exampleAddress(path))]) {
			const answer = await send(person, address, { method, headers: foreign })
			expect([address, answer.status]).toEqual([address, 403])
		}
	}
	expect((await person.open('/profile')).url.pathname).toBe('/profile')
})

test('CVE-2026-42342: the manifest answers for the links of one page, and for no more', async () => {
	const client = openBrowserLikeClient(site().url)
	const version = /"version":\s?"(\w+)"/.exec((await client.open('/discover')).html)?.[1]
	const ask = async (paths: string[]) => {
		const query = new URLSearchParams([['version', version ?? ''], ...paths.map((path) => ['p', path])])
		return (await send(client, `/__manifest?${query}`, { method: 'GET' })).status
	}
	expect(await ask(['/discover'])).toBe(200)
	expect(await ask(Array.from({ length: 41 }, (_, i) => `/a${i}`))).toBe(400)
	expect(await ask(['/a'.repeat(9)])).toBe(400)
})
