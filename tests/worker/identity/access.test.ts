import { describe, expect, test } from 'vitest'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { type Audience, audienceOf } from '#scripts/site/page-cases.ts'
import { exampleAddress, servedRoutes } from '#scripts/site/route-table.ts'
import { addAccount, password } from '#tests/support/accounts.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'
import { mainForm, signedInClient, signIn } from './visitor.ts'

const database = withTestDatabase({ demoAt: Date.now() })
const worker = withTestWorker(() => database().url, { SUPPORT_CONTACT: 'help@wakati.example' })
const newClient = () => openBrowserLikeClient(worker().url)

const routes = await servedRoutes()
const addressesFor = (audience: Audience) =>
	routes.filter((route) => audienceOf(route) === audience).map(({ path }) => exampleAddress(path))
const protectedPaths = routes
	.filter((route) => route.hasPage && audienceOf(route) === 'members')
	.map(({ path }) => `${exampleAddress(path)}?tab=rewards`)
const publicOnlyPaths = [...addressesFor('signed-out'), '/login?redirectTo=%2Fwallet']
const openPaths = [...addressesFor('everybody'), '/discover']

/** Each kind of visitor, by what their browser holds. */
const visitors = {
	none: async () => newClient(),
	guest: async () => {
		const client = newClient()
		const services = await client.follow(
			await client.open('/discover'),
			'a[href^="/booking/service-selection"]',
		)
		await client.submit(services, mainForm, {}, { button: 'button[name=serviceId]' })
		return client
	},
	'wrong role': async () => {
		const { userId, email } = await addAccount(database())
		const client = await signedInClient(worker().url, email)
		await database().change(`UPDATE profiles SET role = 'shop_owner' WHERE id = ?`, userId)
		return client
	},
	'expired session': async () => {
		const { userId, email } = await addAccount(database())
		const client = await signedInClient(worker().url, email)
		await database().change('UPDATE sessions SET expires_at = 1 WHERE user_id = ?', userId)
		return client
	},
	'made-up session': async () => {
		const client = newClient()
		client.cookies.set('session', newSecretToken())
		return client
	},
}

describe('Every protected area', () => {
	test.each(Object.keys(visitors) as (keyof typeof visitors)[])(
		'leads a visitor with %s to /login, with the way back kept',
		async (kind) => {
			const client = await visitors[kind]()
			for (const path of protectedPaths) {
				const page = await client.open(path)
				expect(page.url.pathname + page.url.search).toBe(`/login?redirectTo=${encodeURIComponent(path)}`)
				expect(page.redirects).toEqual([path])
			}
		},
	)

	test('opens for a client', async () => {
		const client = await signedInClient(worker().url, (await addAccount(database())).email)
		for (const path of protectedPaths) {
			const page = await client.open(path)
			expect([path, page.url.pathname]).toEqual([path, path.split('?')[0]])
		}
	})
})

describe('The pages for signing in', () => {
	test('are closed to a client, who is led to the page that they came for, else home', async () => {
		const client = await signedInClient(worker().url, (await addAccount(database())).email)
		for (const path of publicOnlyPaths) {
			const wanted = new URL(path, worker().url).searchParams.get('redirectTo')
			expect((await client.open(path)).url.pathname).toBe(wanted ?? '/')
		}
		expect((await client.open('/login?redirectTo=//evil.example/')).url.href).toBe(`${worker().url}/`)
	})

	test.each(Object.keys(visitors) as (keyof typeof visitors)[])(
		'are open to a visitor with %s',
		async (kind) => {
			const client = await visitors[kind]()
			for (const path of publicOnlyPaths) expect((await client.open(path)).status).toBe(200)
			// A link of a mail that lacks its token is refused in words, on the page that it leads to.
			for (const path of openPaths) expect([200, 404, 422]).toContain((await client.open(path)).status)
		},
	)

	test.each([
		['/wallet?tab=a', '/wallet?tab=a'],
		['//evil.example/', '/discover'],
		['/\\evil.example', '/discover'],
		['https://evil.example/', '/discover'],
		['https:evil.example', '/discover'],
		['/%0d%0aset-cookie:x=1', '/%0d%0aset-cookie:x=1'],
		['/a\r\nset-cookie: x=1', '/discover'],
		['javascript:alert(1)', '/discover'],
	])('lead back to %j only on this site', async (wanted, landed) => {
		const { email } = await addAccount(database())
		const url = new URL(`/login?redirectTo=${encodeURIComponent(wanted)}`, worker().url)
		const response = await newClient().send(url, {
			method: 'POST',
			body: new URLSearchParams({ email, password }).toString(),
			headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin },
		})
		expect(response.headers.get('location')).toBe(landed)
		expect(response.headers.get('x')).toBeNull()
	})

	test('keep the query of the old address (D18)', async () => {
		const page = await newClient().open('/auth/login?redirectTo=%2Frewards')
		expect(page.url.pathname + page.url.search).toBe('/login?redirectTo=%2Frewards')
	})
})

describe('A session', () => {
	const sessionsOf = async (userId: string) =>
		(await database().rows('SELECT token_hash FROM sessions WHERE user_id = ?', userId)).map((row) =>
			String(row.token_hash),
		)

	test('cannot be planted: signing in makes a new one and ends the old', async () => {
		const attacker = await addAccount(database())
		const victim = await addAccount(database())
		const planted = (await signedInClient(worker().url, attacker.email)).cookies.get('session') ?? ''
		const client = newClient()
		client.cookies.set('session', planted)
		await client.post('/login', new URLSearchParams({ email: victim.email, password }))
		const fresh = client.cookies.get('session') ?? ''
		expect(fresh).not.toBe(planted)
		expect(await sessionsOf(victim.userId)).toEqual([hashSecretToken(fresh)])
		expect(await sessionsOf(attacker.userId)).toEqual([])
	})

	test('is over on the server after signing out: its cookie played again opens nothing', async () => {
		const client = await signedInClient(worker().url, (await addAccount(database())).email)
		const replayed = client.cookies.get('session') ?? ''
		await client.post('/logout', '')
		client.cookies.set('session', replayed)
		expect((await client.open('/wallet')).url.pathname).toBe('/login')
	})

	test('is not found by a changed cookie', async () => {
		const client = await signedInClient(worker().url, (await addAccount(database())).email)
		const token = client.cookies.get('session') ?? ''
		const changed = [
			token.slice(0, -1),
			`${token}a`,
			token.toLowerCase(),
			`${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`,
			hashSecretToken(token),
		]
		for (const one of changed) {
			client.cookies.set('session', one)
			expect((await client.open('/wallet')).url.pathname).toBe('/login')
		}
	})
})

describe('A form from another site', () => {
	const paths = [
		'/login',
		'/register',
		'/forgot-password',
		'/logout',
		'/booking/checkout',
		'/booking/complete-booking',
		'/booking/payment-success',
		'/healthz',
		'/nowhere',
	]
	const senders: [string, Record<string, string>][] = [
		['another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
		['a hidden origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
		['another origin in an old browser', { origin: 'https://evil.example', 'sec-fetch-site': '' }],
	]
	test.each(senders)(
		'(%s) is answered with a page in plain words, and nothing is written',
		async (_, headers) => {
			const client = await signedInClient(worker().url, (await addAccount(database())).email)
			const before = await database().rows('SELECT count(*) AS n FROM sessions')
			const usersBefore = await database().rows('SELECT count(*) AS n FROM users')
			for (const path of paths) {
				const url = new URL(path, worker().url)
				const response = await client.send(url, {
					method: 'POST',
					body: 'email=a%40example.com&password=five+brown+goats',
					headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
				})
				expect([path, response.status]).toEqual([path, 403])
				expect(await response.text()).toContain('This form was not sent from our site')
			}
			expect(await database().rows('SELECT count(*) AS n FROM sessions')).toEqual(before)
			expect(await database().rows('SELECT count(*) AS n FROM users')).toEqual(usersBefore)
		},
	)

	test('that names no sender at all is refused too, also as a program’s request', async () => {
		for (const path of ['/login', '/login.data']) {
			const response = await fetch(new URL(path, worker().url), {
				method: 'POST',
				body: new URLSearchParams({ email: 'a@example.com', password }),
			})
			expect(response.status).toBe(403)
		}
	})
})

test('Too many attempts read when to come again, and a device that knows the account still gets in', async () => {
	const { email } = await addAccount(database())
	const known = await signedInClient(worker().url, email)
	await known.post('/logout', '')
	const stranger = newClient()
	for (let i = 0; i < 5; i++) await signIn(stranger, email, { password: 'a guess' })
	const refused = await signIn(stranger, email)
	expect(refused.status).toBe(429)
	expect(refused.text).toMatch(/Too many attempts\. Please try again in (\d+ seconds|1 minute)\./)
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
	expect((await signIn(known, email)).url.pathname).toBe('/discover')
})

test('What is logged names no password, no token and no cookie', async () => {
	const { email } = await addAccount(database())
	const client = await signedInClient(worker().url, email)
	await signIn(newClient(), email, { password: 'a secret guess' })
	await newClient().post('/register', new URLSearchParams({ email: 'x', password: 'a secret guess' }))
	await newClient().open('/reset-password?token=a-secret-token-of-a-link')
	await newClient().open(`/nowhere?password=a+secret+guess`)
	await database().change('ALTER TABLE sessions RENAME TO sessions_away')
	try {
		await client.open('/wallet')
		const failed = await signIn(newClient(), email)
		expect([failed.status, failed.text]).toEqual([
			503,
			expect.stringContaining('An unexpected error occurred'),
		])
	} finally {
		await database().change('ALTER TABLE sessions_away RENAME TO sessions')
	}
	const log = worker().lines.join('\n')
	expect(log).toContain('failed')
	for (const secret of [password, 'a secret guess', 'a-secret-token', ...client.cookies.values()])
		expect(log).not.toContain(secret)
	expect(log).not.toContain(email)
})
