import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLocalOutsideServices } from '#scripts/local/local-outside-services.ts'
import { readLocalSettings } from '#scripts/local/local-settings.ts'
import { type Sandbox, startSandbox } from '#scripts/sandbox/start-sandbox.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

let sandbox: Sandbox
beforeEach(async () => {
	sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const link = 'http://127.0.0.1:8788/reset-password?token=abc&x=1'
const mail = {
	from: 'Wakati <wakati@localhost>',
	to: ['ada@example.com'],
	subject: 'Set a <new> password',
	text: `Set it:\n${link}\n`,
	html: `<p><a href="${link.replace('&', '&amp;')}">Set it</a></p>`,
}
const send = (key: string, body: unknown = mail, authorization = 'Bearer key') =>
	fetch(`${sandbox.url}/emails`, {
		method: 'POST',
		headers: { authorization, 'idempotency-key': key, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})
const open = async (path: string) =>
	parse(await (await fetch(`${sandbox.url}${path}`)).text(), { blockTextElements: {} })

describe('the sandbox for the mail provider', () => {
	test('shows a mail on a page without script, its link to be followed', async () => {
		expect((await send('one')).status).toBe(200)
		const list = await open('/')
		expect(list.querySelector('script')).toBeNull()
		const entry = list.querySelector('li a')
		expect(entry?.textContent).toBe('Set a <new> password')
		const shown = await open(entry?.getAttribute('href') ?? '')
		expect(shown.querySelector('pre a')?.getAttribute('href')).toBe(link)
		const html = shown.querySelectorAll('a').find((one) => one.textContent === 'As HTML')
		expect((await open(html?.getAttribute('href') ?? '')).querySelector('a')?.getAttribute('href')).toBe(link)
	})

	test('takes a mail that is sent twice once, and says so when it is another one', async () => {
		const [first, second] = [await (await send('one')).json(), await (await send('one')).json()]
		expect(second).toEqual(first)
		expect((await send('one', { ...mail, text: 'Another' })).status).toBe(409)
		expect(sandbox.mail.mails).toHaveLength(1)
		await send('two')
		expect(sandbox.mail.mails).toHaveLength(2)
	})

	test('refuses what the provider would refuse', async () => {
		expect((await send('one', mail, '')).status).toBe(401)
		expect((await send('two', { ...mail, to: [] })).status).toBe(422)
		expect((await send('three', { ...mail, html: '' })).status).toBe(422)
		expect(sandbox.mail.mails).toEqual([])
	})

	test('fails as it was told on its page', async () => {
		const form = (await open('/')).querySelector('form')
		expect(form?.getAttribute('action')).toBe('/behaviour')
		for (const [behaviour, status] of [
			['fail', 500],
			['limit', 429],
			['refuse', 422],
			['answer', 200],
		]) {
			const body = new URLSearchParams({ behaviour: String(behaviour) })
			await fetch(`${sandbox.url}/behaviour`, { method: 'POST', body })
			expect((await send('one')).status).toBe(status)
		}
	})

	test('takes a mail whose answer is lost', async () => {
		sandbox.mail.setBehaviour('lose')
		await expect(send('one')).rejects.toThrow()
		expect(sandbox.mail.mails).toHaveLength(1)
	})
})

describe('npm start', () => {
	const cleanUps: (() => Promise<void> | void)[] = []
	const program = {
		onStop: (cleanUp: () => Promise<void> | void) => void cleanUps.push(cleanUp),
		fail: (line: string) => {
			throw new Error(line)
		},
		stop: () => Promise.reject(new Error('not here')),
	}
	afterEach(async () => {
		for (const cleanUp of cleanUps.splice(0)) await cleanUp()
		rmSync(dataDir, { recursive: true, force: true })
	})
	let dataDir: string
	beforeEach(() => {
		dataDir = mkdtempSync(join(tmpdir(), 'wakati-payments-'))
	})
	const openFor = (env: NodeJS.ProcessEnv) =>
		openLocalOutsideServices(readLocalSettings({ DATA_DIR: dataDir, ...env }), program)
	const paystackKey = 'sk_test_0123456789abcdef'

	test('sends mails and payments to a sandbox, beside a port that is taken too', async () => {
		const port = String(Number(new URL(sandbox.url).port) - 1)
		const { settings, places } = await openFor({ PORT: port })
		const url = String(settings.MAIL_API_URL)
		expect(url).not.toBe(sandbox.url)
		expect(settings).toMatchObject({ PAYSTACK_BASE_URL: url, PAYSTACK_CHECKOUT_ORIGIN: url })
		expect(settings.PAYSTACK_SECRET_KEY).toMatch(/^sk_test_\w{20,}$/)
		const links = places.map((place) => /http\S+$/.exec(place)?.[0])
		expect(links).toEqual([url, `${url}/paystack`, `${url}/push`])
		for (const link of links) expect((await fetch(String(link))).status).toBe(200)
	})

	test('hears of payments where the app listens', async () => {
		const app = await startWebhookReceiver()
		cleanUps.push(app.close)
		const { settings, appIsAt } = await openFor({ PORT: '0' })
		appIsAt(new URL(app.url).origin)
		const initialised = await fetch(`${settings.PAYSTACK_BASE_URL}/transaction/initialize`, {
			method: 'POST',
			headers: { authorization: `Bearer ${settings.PAYSTACK_SECRET_KEY}` },
			body: JSON.stringify({ email: 'ada@example.com', amount: 10_000, channels: ['ussd'] }),
		})
		const { data } = await initialised.json<{ data: { authorization_url: string } }>()
		const form = new URLSearchParams({ channel: 'ussd' })
		await fetch(data.authorization_url, { method: 'POST', body: form, redirect: 'manual' })
		await expect
			.poll(() => app.received)
			.toMatchObject([{ event: 'charge.success', path: '/webhooks/paystack' }])
	})

	test('keeps its payments and its push keys over a restart', async () => {
		const ask = async (method: string, path: string, body?: object) => {
			const { settings } = await openFor({ PORT: '0' })
			const response = await fetch(`${settings.PAYSTACK_BASE_URL}${path}`, {
				method,
				headers: { authorization: `Bearer ${settings.PAYSTACK_SECRET_KEY}` },
				body: body && JSON.stringify(body),
			})
			return response.json()
		}
		const { settings: before } = await openFor({ PORT: '0' })
		const { settings: after } = await openFor({ PORT: '0' })
		// A browser that has subscribed knows the key.
		expect(after.VAPID_PUBLIC_KEY).toBe(before.VAPID_PUBLIC_KEY)
		await ask('POST', '/transaction/initialize', {
			email: 'ada@example.com',
			amount: 10_000,
			reference: 'kept',
		})
		expect(await ask('GET', '/transaction/verify/kept')).toMatchObject({ data: { amount: 10_000 } })
	})

	test('stands in for the one service that was not named', async () => {
		const onlyMail = await openFor({ PAYSTACK_SECRET_KEY: paystackKey })
		expect(Object.keys(onlyMail.settings).filter((name) => !name.startsWith('VAPID_'))).toEqual([
			'MAIL_API_URL',
			'MAIL_API_KEY',
			'MAIL_FROM',
			'MAIL_RATE',
		])
		expect(onlyMail.places).toHaveLength(2)
		const onlyPaystack = await openFor({ MAIL_PROVIDER: 'cloudflare' })
		expect(Object.keys(onlyPaystack.settings).every((name) => /^(PAYSTACK|VAPID)_/.test(name))).toBe(true)
		expect(onlyPaystack.places).toHaveLength(2)
	})

	test('uses providers that were named, and invents none for a real installation', async () => {
		for (const env of [
			{ MAIL_API_KEY: 're_123', PAYSTACK_SECRET_KEY: paystackKey },
			{ MAIL_PROVIDER: 'cloudflare', PAYSTACK_SECRET_KEY: paystackKey },
			{ ENVIRONMENT: 'production' },
		])
			expect(await openFor(env)).toMatchObject({ settings: {}, places: [] })
		expect(cleanUps).toEqual([])
	})
})
