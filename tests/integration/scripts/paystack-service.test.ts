import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

const appointment = {
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
	call('POST', '/transaction/initialize', { ...appointment, ...change })
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

	test('D69: refuses less than ₦100, as the gateway does of a bank transfer', async () => {
		expect(await initialize({ amount: 9_999 })).toMatchObject(refused(400, 'Invalid Amount Sent'))
		expect((await initialize({ amount: 10_000 })).status).toBe(200)
	})

	test('refuses a reference that was used before, and one with other signs', async () => {
		await initialize()
		expect(await initialize({ amount: 10_000 })).toMatchObject(
			refused(400, 'Duplicate Transaction Reference'),
		)
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
			const body = method === 'POST' ? appointment : undefined
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
			const body = JSON.stringify(appointment)
			await fetch(`${live.url}/transaction/initialize`, { method: 'POST', headers, body })
			const response = await fetch(`${live.url}/transaction/verify/visit-1`, { headers })
			expect(await response.json()).toMatchObject({ data: { domain: 'live' } })
		} finally {
			await live.close()
		}
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
			{ reference: 'visit-1', customer: { email: appointment.email }, metadata: { shop: 'Adé Hair Studio' } },
		])
		expect(await page(3)).toEqual([])
		const later = new Date(Date.now() + 60_000).toISOString()
		expect((await call('GET', `/transaction?from=${later}`)).body).toMatchObject({
			data: [],
			meta: { total: 0 },
		})
		expect((await call('GET', '/transaction', undefined, 'sk_test_other')).status).toBe(401)
	})
})
