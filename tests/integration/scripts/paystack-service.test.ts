import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaystackBehaviour } from '#scripts/sandbox/paystack-behaviours.ts'
import type { PaystackService } from '#scripts/sandbox/paystack-service.ts'
import { type Sandbox, startSandbox } from '#scripts/sandbox/start-sandbox.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

const secretKey = 'sk_test_of_these_tests'

let app: WebhookReceiver
let sandbox: Sandbox
let paystack: PaystackService
beforeEach(async () => {
	app = await startWebhookReceiver()
	sandbox = await startSandbox({ paystack: { secretKey, webhookUrl: app.url, retryDelaysMs: [1, 2, 3] } })
	paystack = sandbox.paystack
})
afterEach(async () => {
	await sandbox.close()
	await app.close()
})

const visit = {
	email: 'ada@example.com',
	amount: 1_785_400,
	reference: 'visit-1',
	callback_url: 'https://wakati.example/return?key=a%20b',
	metadata: JSON.stringify({ cancel_action: 'https://wakati.example/cancel', shop: 'Adé Hair Studio' }),
}

// biome-ignore lint/suspicious/noExplicitAny: what an API answers is looked at here, not used.
type Answer = { status: number; text: string; body: any }

async function call(
	method: string,
	path: string,
	body?: unknown,
	key = secretKey,
	url = sandbox.url,
): Promise<Answer> {
	const response = await fetch(`${url}${path}`, {
		method,
		headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	})
	const text = await response.text()
	const isJson = response.headers.get('content-type') === 'application/json'
	return { status: response.status, text, body: isJson ? JSON.parse(text) : null }
}
const initialize = (change: Record<string, unknown> = {}) =>
	call('POST', '/transaction/initialize', { ...visit, ...change })
const verify = (reference = 'visit-1') => call('GET', `/transaction/verify/${reference}`)
const refund = (change: Record<string, unknown> = {}) =>
	call('POST', '/refund', { transaction: 'visit-1', ...change })
/** An id of a body as its digits; JSON.parse would round it. */
const idIn = (text: string) => /"id":(\d+)/.exec(text)?.[1] ?? 'no id'
const refused = (status: number, message: string) => ({ status, body: { status: false, message } })
const eventsReceived = () => app.received.map(({ event }) => event)

describe('opening a payment', () => {
	test('gives a page on which it can be paid', async () => {
		const { status, body } = await initialize()
		expect(status).toBe(200)
		expect(body).toMatchObject({
			status: true,
			message: 'Authorization URL created',
			data: { reference: 'visit-1' },
		})
		expect(body.data.authorization_url).toBe(`${sandbox.url}/pay/${body.data.access_code}`)
		expect(paystack.find('visit-1')).toMatchObject({ amountKobo: 1_785_400, status: 'abandoned' })
	})

	test('takes the kobo as digits too, and makes a reference up where none was given', async () => {
		const { body } = await initialize({ amount: '50000', reference: undefined })
		expect(paystack.find(body.data.reference)?.amountKobo).toBe(50_000)
	})

	test.each([0, -100, 99.5, '', '12.50', 'many', null, undefined])('refuses %j kobo', async (amount) => {
		expect(await initialize({ amount })).toMatchObject(refused(400, 'Invalid Amount Sent'))
		expect(paystack.transactions).toEqual([])
	})

	test('refuses a reference that was used before, and one with other signs', async () => {
		await initialize()
		expect(await initialize({ amount: 100 })).toMatchObject(refused(400, 'Duplicate Transaction Reference'))
		for (const reference of ['visit 2', 'visit_2', 'visit/2', '', 2])
			expect((await initialize({ reference })).status).toBe(400)
		expect(paystack.transactions).toHaveLength(1)
	})

	test.each([
		{ email: 'ada' },
		{ currency: 'USD' },
		{ callback_url: 'javascript:alert(1)' },
		{ channels: [] },
		{ metadata: 'not JSON' },
	])('refuses %j', async (change) => {
		expect(await initialize(change)).toMatchObject({ status: 400, body: { status: false } })
	})

	test('and every other call needs the secret key', async () => {
		await initialize()
		for (const [method, path] of [
			['POST', '/transaction/initialize'],
			['GET', '/transaction/verify/visit-1'],
			['POST', '/refund'],
			['GET', '/refund/1'],
		] as const) {
			const body = method === 'POST' ? visit : undefined
			expect(await call(method, path, body, 'sk_test_other')).toMatchObject(refused(401, 'Invalid key'))
		}
		expect(paystack.calls).toMatchObject({ initialize: 2, verify: 1, refund: 1, refundState: 1 })
	})
})

describe('asking about a payment', () => {
	test('says abandoned before the payer acts, and tells a paid one with its fee and its means', async () => {
		await initialize()
		expect((await verify()).body.data).toMatchObject({ status: 'abandoned', paid_at: null, fees: null })
		paystack.pay('visit-1')
		expect((await verify()).body).toMatchObject({
			status: true,
			data: {
				status: 'success',
				domain: 'test',
				reference: 'visit-1',
				amount: 1_785_400,
				requested_amount: 1_785_400,
				currency: 'NGN',
				channel: 'card',
				fees: 36_781,
				gateway_response: 'Successful',
				customer: { email: 'ada@example.com' },
				metadata: { shop: 'Adé Hair Studio' },
				authorization: { last4: '4081' },
			},
		})
	})

	test('gives ids that no JavaScript number can hold', async () => {
		for (const reference of ['visit-1', 'visit-2']) await initialize({ reference })
		const ids = [idIn((await verify()).text), idIn((await verify('visit-2')).text)]
		expect(ids).toEqual(paystack.transactions.map(({ id }) => id.toString()))
		expect(ids.map((id) => BigInt(Number(id)).toString())).not.toEqual(ids)
		for (const id of ids) expect(BigInt(id) > 2n ** 63n && BigInt(id) < 2n ** 64n).toBe(true)
	})

	test('gives no id a second time after it was started again', async () => {
		await initialize()
		const before = (await verify()).text
		await sandbox.close()
		sandbox = await startSandbox({ paystack: { secretKey } })
		await initialize()
		expect(idIn((await verify()).text)).not.toBe(idIn(before))
	})

	test('does not know a reference that was never opened', async () => {
		expect(await verify('visit-9')).toMatchObject(refused(400, 'Transaction reference not found.'))
	})

	test('tells the mode of its key', async () => {
		const live = await startSandbox({ paystack: { secretKey: 'sk_live_of_these_tests' } })
		try {
			const headers = { authorization: 'Bearer sk_live_of_these_tests' }
			const body = JSON.stringify(visit)
			await fetch(`${live.url}/transaction/initialize`, { method: 'POST', headers, body })
			const response = await fetch(`${live.url}/transaction/verify/visit-1`, { headers })
			expect(await response.json()).toMatchObject({ data: { domain: 'live' } })
		} finally {
			await live.close()
		}
	})
})

describe('the payer', () => {
	beforeEach(async () => void (await initialize()))

	test('comes back with the reference twice, behind what the address held before', () => {
		expect(paystack.pay('visit-1')).toBe(
			'https://wakati.example/return?key=a%20b&trxref=visit-1&reference=visit-1',
		)
	})

	test('may fail with one card and pay with another', async () => {
		paystack.decline('visit-1')
		expect((await verify()).body.data).toMatchObject({ status: 'failed', gateway_response: 'Declined' })
		expect(() => paystack.pay('visit-1', { card: 'insufficientFunds' })).toThrow('does not pay')
		expect((await verify()).body.data).toMatchObject({ gateway_response: 'Insufficient Funds' })
		paystack.pay('visit-1')
		expect((await verify()).body.data).toMatchObject({ status: 'success' })
		await paystack.settled()
		expect(eventsReceived()).toEqual(['charge.success'])
	})

	test('may pay by transfer or USSD, where that is offered', async () => {
		paystack.pay('visit-1', { channel: 'bank_transfer' })
		expect((await verify()).body.data).toMatchObject({ channel: 'bank_transfer', authorization: {} })
		await initialize({ reference: 'visit-2', channels: ['card', 'bank'] })
		expect(() => paystack.pay('visit-2', { channel: 'ussd' })).toThrow('does not offer ussd')
	})

	test('pays once', () => {
		paystack.pay('visit-1')
		expect(() => paystack.pay('visit-1')).toThrow('paid already')
		expect(() => paystack.pay('visit-9')).toThrow('no transaction')
	})
})

describe('webhooks', () => {
	beforeEach(async () => void (await initialize()))

	test('are signed over the bytes that were sent, with the secret key', async () => {
		paystack.pay('visit-1')
		await paystack.settled()
		const [{ body, signature } = { body: '', signature: '' }] = app.received
		expect(signature).toBe(createHmac('sha512', secretKey).update(body).digest('hex'))
		expect(paystack.signed(body)['x-paystack-signature']).toBe(signature)
		expect(paystack.signed(body, 'sk_test_other')['x-paystack-signature']).not.toBe(signature)
		expect(JSON.parse(body)).toEqual({ event: 'charge.success', data: (await verify()).body.data })
		expect(idIn(body)).toBe(paystack.find('visit-1')?.id.toString())
	})

	test('are tried again until they are answered with 200', async () => {
		app.answerNext(503, 0, 204)
		paystack.pay('visit-1')
		await paystack.settled()
		expect(new Set(app.received.map(({ body }) => body)).size).toBe(1)
		expect(paystack.webhooksSent).toMatchObject([{ statuses: [503, 0, 204, 200], state: 'taken' }])
	})

	test('are given up at last', async () => {
		app.answerNext(500, 500, 500, 500, 500)
		paystack.pay('visit-1')
		await paystack.settled()
		expect(paystack.webhooksSent).toMatchObject([{ statuses: [500, 500, 500, 500], state: 'given-up' }])
	})

	test('stop with the sandbox, at once', async () => {
		const slow = await startSandbox({
			paystack: { secretKey, webhookUrl: app.url, retryDelaysMs: [3_600_000] },
		})
		app.answerNext(500)
		slow.paystack.sendEvent('charge.dispute.create', 'visit-1', {})
		await expect.poll(() => slow.paystack.webhooksSent[0]?.statuses).toEqual([500])
		const settled = slow.paystack.settled()
		await slow.close()
		await settled
		expect(app.received).toHaveLength(1)
	})

	test('can be late', async () => {
		paystack.setBehaviour({ webhooks: 'late' })
		paystack.pay('visit-1')
		await paystack.settled()
		expect(paystack.webhooksSent).toEqual([])
		await paystack.releaseWebhooks()
		expect(eventsReceived()).toEqual(['charge.success'])
	})

	test('can come five times', async () => {
		paystack.setBehaviour({ webhooks: 'double' })
		paystack.pay('visit-1')
		await paystack.settled()
		expect(eventsReceived()).toEqual(Array(5).fill('charge.success'))
	})

	test('can be lost', async () => {
		paystack.setBehaviour({ webhooks: 'lost' })
		paystack.pay('visit-1')
		await paystack.releaseWebhooks()
		expect(app.received).toEqual([])
	})

	test('can come in the wrong order', async () => {
		paystack.setBehaviour({ webhooks: 'out-of-order' })
		paystack.pay('visit-1')
		await refund()
		await paystack.settled()
		await paystack.releaseWebhooks()
		expect(eventsReceived()).toEqual([
			'refund.processed',
			'refund.processing',
			'refund.pending',
			'charge.success',
		])
	})

	test('wait for an address', async () => {
		const early = await startSandbox()
		try {
			early.paystack.sendEvent('charge.dispute.create', 'visit-1', { id: 2n ** 63n })
			early.paystack.setWebhookUrl(app.url)
			await early.paystack.releaseWebhooks()
			expect(app.received).toMatchObject([
				{ body: `{"event":"charge.dispute.create","data":{"id":${2n ** 63n}}}` },
			])
		} finally {
			await early.close()
		}
	})
})

describe('a refund', () => {
	beforeEach(async () => {
		await initialize()
		paystack.pay('visit-1')
	})

	test('goes from pending to processed, and says each state', async () => {
		const { body, text } = await refund({ customer_note: 'Cancelled in time' })
		expect(body).toMatchObject({
			status: true,
			message: 'Refund has been queued for processing',
			data: { status: 'pending', amount: 1_785_400, currency: 'NGN', transaction: { reference: 'visit-1' } },
		})
		await paystack.settled()
		expect(eventsReceived()).toEqual([
			'charge.success',
			'refund.pending',
			'refund.processing',
			'refund.processed',
		])
		expect(JSON.parse(app.received[3]?.body ?? '').data).toMatchObject({
			status: 'processed',
			transaction_reference: 'visit-1',
			amount: 1_785_400,
		})
		expect((await call('GET', `/refund/${idIn(text)}`)).body.data).toMatchObject({
			status: 'processed',
			customer_note: 'Cancelled in time',
		})
		expect((await verify()).body.data).toMatchObject({ status: 'reversed' })
	})

	test('of all of it is taken once, parts until nothing is left', async () => {
		expect((await refund({ amount: 1_000_000 })).body.data.amount).toBe(1_000_000)
		expect((await refund({ amount: 1_000_000 })).status).toBe(400)
		expect((await refund()).body.data.amount).toBe(785_400)
		const again = refused(400, 'Transaction has been fully reversed')
		expect(await refund()).toMatchObject(again)
		await paystack.settled()
		expect(await refund()).toMatchObject(again)
		expect(paystack.refunds).toHaveLength(2)
	})

	test('can be asked for by the id of the transaction, as text and as a bare number', async () => {
		const id = idIn((await verify()).text)
		expect((await refund({ transaction: id, amount: 100 })).status).toBe(200)
		const response = await fetch(`${sandbox.url}/refund`, {
			method: 'POST',
			headers: { authorization: `Bearer ${secretKey}` },
			body: `{"transaction": ${id}, "amount": "100"}`,
		})
		expect(response.status).toBe(200)
		expect(paystack.refunds.map(({ amountKobo }) => amountKobo)).toEqual([100, 100])
	})

	test('of what was not paid, of nothing and of an unknown payment is refused', async () => {
		await initialize({ reference: 'visit-2' })
		expect((await refund({ transaction: 'visit-2' })).status).toBe(400)
		expect((await refund({ transaction: 'visit-9' })).status).toBe(400)
		expect(await refund({ amount: 0 })).toMatchObject(refused(400, 'Invalid Amount Sent'))
		expect((await call('GET', '/refund/1')).status).toBe(404)
		expect(paystack.refunds).toEqual([])
	})

	test('fails for the card of that kind, and can be asked for again', async () => {
		await initialize({ reference: 'visit-2' })
		paystack.pay('visit-2', { card: 'refundFails' })
		await refund({ transaction: 'visit-2' })
		await paystack.settled()
		expect(eventsReceived().slice(2)).toEqual(['refund.pending', 'refund.processing', 'refund.failed'])
		expect((await verify('visit-2')).body.data).toMatchObject({ status: 'success' })
		expect((await refund({ transaction: 'visit-2' })).status).toBe(200)
	})

	test('can need attention', async () => {
		paystack.setBehaviour({ refund: 'needs-attention' })
		await refund()
		await paystack.settled()
		expect(eventsReceived().at(-1)).toBe('refund.needs-attention')
		expect(paystack.stepRefund('visit-1', 'processed')).toBe('processed')
	})

	test('can stand still until it is moved on', async () => {
		paystack.setBehaviour({ refund: 'hold' })
		await refund()
		await paystack.settled()
		expect(eventsReceived()).toEqual(['charge.success', 'refund.pending'])
		expect(paystack.stepRefund('visit-1')).toBe('processing')
		expect(paystack.stepRefund('visit-1')).toBe('processed')
		await paystack.settled()
		expect(eventsReceived().slice(2)).toEqual(['refund.processing', 'refund.processed'])
		expect(() => paystack.stepRefund('visit-1')).toThrow('goes nowhere')
	})

	test('can be taken without an answer, or not be taken', async () => {
		paystack.setBehaviour({ refund: 'fail' })
		expect((await refund()).status).toBe(500)
		expect(paystack.refunds).toEqual([])
		paystack.setBehaviour({ refund: 'lose' })
		await expect(refund()).rejects.toThrow()
		await paystack.settled()
		expect(paystack.refunds).toMatchObject([{ status: 'processed' }])
	})
})

describe('told to behave badly', () => {
	test.each<[PaystackBehaviour['verify'], object]>([
		['pending', { status: 'pending' }],
		['wrong-amount', { amount: 1_785_399, requested_amount: 1_785_399 }],
		['paid-less', { amount: 1_785_399, requested_amount: 1_785_400 }],
		['with-fee', { amount: 1_822_181, requested_amount: 1_785_400 }],
		['wrong-currency', { currency: 'USD' }],
		['wrong-domain', { domain: 'live' }],
	])('it reports a paid payment as %s', async (behaviour, wrong) => {
		await initialize()
		paystack.pay('visit-1')
		paystack.setBehaviour({ verify: behaviour })
		expect(await verify()).toMatchObject({ status: 200, body: { status: true, data: wrong } })
		paystack.behaveWell()
		expect((await verify()).body.data).toMatchObject({ status: 'success', domain: 'test' })
	})

	test('it fails to tell about a payment', async () => {
		await initialize()
		paystack.setBehaviour({ verify: 'fail' })
		expect((await verify()).status).toBe(500)
		paystack.setBehaviour({ verify: 'html' })
		expect(await verify()).toMatchObject({ status: 502, body: null })
		paystack.setBehaviour({ verify: 'unknown' })
		expect(await verify()).toMatchObject(refused(400, 'Transaction reference not found.'))
	})

	test('it tells about a payment later, as things are then', async () => {
		await initialize()
		paystack.setBehaviour({ verify: 'slow' })
		const asked = paystack.asked('verify')
		const answer = verify()
		await asked
		paystack.pay('visit-1')
		paystack.behaveWell()
		expect((await answer).body.data.status).toBe('success')
	})

	test.each<[PaystackBehaviour['initialize'], number]>([
		['fail', 500],
		['refuse', 400],
	])('it does not open a payment (%s)', async (behaviour, status) => {
		paystack.setBehaviour({ initialize: behaviour })
		expect(await initialize()).toMatchObject({ status, body: { status: false } })
		expect(paystack.transactions).toEqual([])
	})

	test('it opens a payment and says so badly, late, or not at all', async () => {
		paystack.setBehaviour({ initialize: 'evil' })
		const evil = (await initialize({ reference: 'evil' })).body.data
		expect(evil.authorization_url).toMatch(/^https:\/\/evil\.example\//)
		paystack.setBehaviour({ initialize: 'no-url' })
		expect((await initialize({ reference: 'no-url' })).body.data).not.toHaveProperty('authorization_url')
		paystack.setBehaviour({ initialize: 'lose' })
		await expect(initialize({ reference: 'lose' })).rejects.toThrow()
		paystack.setBehaviour({ initialize: 'slow' })
		const asked = paystack.asked('initialize')
		const answer = initialize({ reference: 'slow' })
		await asked
		paystack.behaveWell()
		expect((await answer).body.data.reference).toBe('slow')
		expect(paystack.transactions.map(({ reference }) => reference)).toEqual([
			'evil',
			'no-url',
			'lose',
			'slow',
		])
	})

	test('it is as it was at first after a reset', async () => {
		await initialize()
		paystack.setBehaviour({ verify: 'fail', webhooks: 'lost' })
		paystack.reset()
		expect(await verify()).toMatchObject(refused(400, 'Transaction reference not found.'))
		expect(paystack.calls).toMatchObject({ initialize: 0, verify: 1, refund: 0, refundState: 0 })
		await initialize()
		paystack.pay('visit-1')
		await paystack.settled()
		expect(eventsReceived()).toEqual(['charge.success'])
	})
})

describe('the lists of an operator', () => {
	test('give payments by pages, the newest first, and what else is of a payment', async () => {
		for (const reference of ['visit-1', 'visit-2', 'visit-3']) await initialize({ reference })
		const page = async (number: number) =>
			(await call('GET', `/transaction?perPage=2&page=${number}`)).body.data
		expect((await page(1)).map(({ reference }: { reference: string }) => reference)).toEqual([
			'visit-3',
			'visit-2',
		])
		expect(await page(2)).toMatchObject([
			{ reference: 'visit-1', customer: { email: visit.email }, metadata: { shop: 'Adé Hair Studio' } },
		])
		expect(await page(3)).toEqual([])
		const later = new Date(Date.now() + 60_000).toISOString()
		expect((await call('GET', `/transaction?from=${later}`)).body).toMatchObject({
			data: [],
			meta: { total: 0 },
		})
		expect((await call('GET', '/transaction', undefined, 'sk_test_other')).status).toBe(401)
	})

	test('give refunds, all or those of one payment', async () => {
		await initialize()
		await initialize({ reference: 'visit-2' })
		paystack.pay('visit-1')
		paystack.setBehaviour({ refund: 'hold' })
		await refund()
		expect((await call('GET', '/refund')).body.data).toMatchObject([{ status: 'pending', amount: 1_785_400 }])
		const ofTransaction = (reference: string) =>
			call('GET', `/refund?transaction=${paystack.find(reference)?.id}`)
		expect((await ofTransaction('visit-1')).body.data).toHaveLength(1)
		expect((await ofTransaction('visit-2')).body.data).toEqual([])
	})
})

describe('a sandbox with a file', () => {
	let folder: string
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'wakati-sandbox-'))
	})
	afterEach(() => rmSync(folder, { recursive: true, force: true }))

	test('knows its payments and refunds after a restart, to the last digit', async () => {
		const file = join(folder, 'data', 'paystack.json')
		const start = () => startSandbox({ paystack: { secretKey, file } })
		const first = await start()
		await call('POST', '/transaction/initialize', visit, secretKey, first.url)
		await call('POST', '/transaction/initialize', { ...visit, reference: 'visit-2' }, secretKey, first.url)
		first.paystack.pay('visit-1')
		first.paystack.setBehaviour({ refund: 'hold' })
		await call('POST', '/refund', { transaction: 'visit-1' }, secretKey, first.url)
		const known = () => call('GET', '/transaction', undefined, secretKey, first.url)
		const { text } = await known()
		await first.close()

		const second = await start()
		expect((await call('GET', '/transaction', undefined, secretKey, second.url)).text).toBe(text)
		expect(second.paystack.refunds).toMatchObject([{ status: 'pending' }])
		expect(second.paystack.refunds[0]?.transaction).toBe(second.paystack.find('visit-1'))
		second.paystack.stepRefund('visit-1')
		second.paystack.stepRefund('visit-1')
		expect(second.paystack.find('visit-1')?.status).toBe('reversed')
		second.paystack.pay('visit-2')
		await second.close()

		const third = await start()
		expect(third.paystack.transactions.map(({ status }) => status)).toEqual(['reversed', 'success'])
		await third.close()
	})
})
