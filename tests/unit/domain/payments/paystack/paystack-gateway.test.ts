import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPaystackGateway } from '#app/domain/payments/paystack/paystack-gateway.server.ts'

type Asked = {
	method: string | undefined
	url: string | undefined
	authorization: string | undefined
	body: unknown
}

/** A Paystack that says what a test told it to, and remembers what it was asked. */
let asked: Asked[]
let say: (response: ServerResponse) => void
const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
	const body = await text(request)
	const { authorization } = request.headers
	asked.push({
		method: request.method,
		url: request.url,
		authorization,
		body: body === '' ? null : JSON.parse(body),
	})
	say(response)
})
let baseUrl: string
beforeAll(async () => {
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
	baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
	server.closeAllConnections()
	server.close()
})
beforeEach(() => {
	asked = []
})

const secretKey = 'sk_test_very-secret'
const checkoutOrigin = 'https://checkout.paystack.com'
const gateway = (timeoutMs?: number) =>
	createPaystackGateway({ baseUrl, secretKey, checkoutOrigin, timeoutMs })

const saying = (body: unknown, status = 200) => {
	say = (response) =>
		response
			.writeHead(status, { 'content-type': 'application/json' })
			.end(typeof body === 'string' ? body : JSON.stringify(body))
}
const yes = (data: unknown) => saying({ status: true, message: 'It worked', data })
const no = (message: string, status = 400) =>
	saying({ status: false, message, meta: { nextStep: 'Try again' }, type: 'validation_error' }, status)

const appointment = {
	paymentReference: 'wk-REFERENCE',
	amountKobo: 1_785_400,
	email: 'ada@example.com',
	callbackUrl: 'https://wakati.example/booking/payment-return?payment=token',
	cancelUrl: 'https://wakati.example/booking/checkout?cancelled=true',
	channels: ['card', 'ussd'],
	buys: 'appointment',
	description: 'Haircut, Adé Hair Studio',
	checkoutCopy: 'a.signed.copy',
} as const
const back = {
	paymentReference: 'wk-REFERENCE',
	customerNote: 'You cancelled in time',
	merchantNote: 'cancelled',
}

const calls: [
	string,
	(paystack: ReturnType<typeof createPaystackGateway>) => Promise<{ outcome: string; why?: string }>,
][] = [
	['starting a payment', (paystack) => paystack.start(appointment)],
	['verifying one', (paystack) => paystack.verify('wk-REFERENCE')],
	['asking for a refund', (paystack) => paystack.refund(back)],
	['reading a refund', (paystack) => paystack.readRefund('3018284')],
]

describe.each(calls)('%s', (_, ask) => {
	test.each<[string, () => void, string]>([
		['status 502', () => saying('<html>Bad Gateway</html>', 502), 'HTML of a proxy'],
		['status 500', () => no('Internal error', 500), 'an error of its own'],
		['status 429', () => no('Too many requests', 429), 'a call too many'],
		['not_json', () => saying('<html>Hello</html>'), 'HTML that looks well'],
		['not_json', () => saying('<html>Forbidden</html>', 403), 'HTML that looks like a refusal'],
		['not_json', () => saying('{"status":true,"data":{'), 'half an answer'],
		['not_json', () => saying(''), 'nothing'],
		['not_understood', () => saying('null'), 'null'],
		['not_understood', () => saying({ ok: true }), "another service's words"],
		['not_understood', () => saying({ status: 'true', data: {} }), 'text for a truth value'],
		['not_understood', () => no('No', 200), 'no under 200'],
		['not_understood', () => saying({ status: true, data: {} }, 400), 'yes under 400'],
		['too_large', () => yes({ note: 'x'.repeat(300 * 1024) }), 'an answer without end'],
	])('is not known: %s (%#)', async (why, set) => {
		set()
		expect(await ask(gateway())).toEqual({ outcome: 'unknown', why })
	})

	test('is not known when nobody listens, or the line is cut', async () => {
		say = (response) => response.destroy()
		expect(await ask(gateway())).toEqual({ outcome: 'unknown', why: 'network' })
		say = (response) => {
			response.writeHead(200, { 'content-length': '1000' }).write('{"status":')
			response.destroy()
		}
		expect(await ask(gateway())).toEqual({ outcome: 'unknown', why: 'network' })
		const closed = createPaystackGateway({ baseUrl: 'http://127.0.0.1:1', secretKey, checkoutOrigin })
		expect(await ask(closed)).toEqual({ outcome: 'unknown', why: 'network' })
	})

	test('ends by itself when the answer does not come, or does not end', async () => {
		say = () => {}
		expect(await ask(gateway(60))).toEqual({ outcome: 'unknown', why: 'timeout' })
		say = (response) => response.writeHead(200).write('{"status":')
		expect(await ask(gateway(60))).toEqual({ outcome: 'unknown', why: 'timeout' })
	})

	test('goes nowhere else with the key, whatever a redirect says', async () => {
		say = (response) => response.writeHead(302, { location: `${baseUrl}/elsewhere` }).end()
		expect(await ask(gateway())).toEqual({ outcome: 'unknown', why: 'status 302' })
		expect(asked.map(({ url }) => url)).not.toContain('/elsewhere')
		expect(asked[0]?.authorization).toBe(`Bearer ${secretKey}`)
	})

	test('says nothing of the key or the customer when it is refused', async () => {
		no(`Bad key ${secretKey} for ada@example.com`, 401)
		const { why } = await ask(gateway())
		expect(['invalid_key', 'status 401', 'other']).toContain(why)
	})
})

const wholeRefund = {
	paymentReference: 'wk-REFERENCE',
	amountKobo: 500_000,
	isWhole: true,
	otherRefundIds: [],
}

describe('starting a payment', () => {
	test('leads to the page that Paystack names', async () => {
		const page = `${checkoutOrigin}/0peioxfhpn`
		yes({ authorization_url: page, access_code: '0peioxfhpn', reference: appointment.paymentReference })
		expect(await gateway().start(appointment)).toEqual({ outcome: 'started', authorizationUrl: page })
		expect(asked).toMatchObject([
			{
				method: 'POST',
				url: '/transaction/initialize',
				body: {
					reference: 'wk-REFERENCE',
					amount: 1_785_400,
					currency: 'NGN',
					email: 'ada@example.com',
					callback_url: appointment.callbackUrl,
					channels: ['card', 'ussd'],
				},
			},
		])
		const body = asked[0]?.body as { metadata: string }
		expect(JSON.parse(body.metadata)).toMatchObject({
			cancel_action: appointment.cancelUrl,
			wakati: { checkout: 'a.signed.copy' },
			custom_fields: [{ display_name: 'Visit', variable_name: 'visit', value: appointment.description }],
		})
	})

	test('L32: names a plan a plan, so that the operator does not read it as a visit', async () => {
		yes({
			authorization_url: `${checkoutOrigin}/0peioxfhpn`,
			access_code: '0',
			reference: appointment.paymentReference,
		})
		await gateway().start({
			...appointment,
			buys: 'plan',
			description: 'Steam, four times, Adé Hair Studio',
		})
		const body = asked[0]?.body as { metadata: string }
		expect(JSON.parse(body.metadata)).toMatchObject({
			custom_fields: [
				{ display_name: 'Plan', variable_name: 'plan', value: 'Steam, four times, Adé Hair Studio' },
			],
		})
	})

	test.each([
		['Duplicate Transaction Reference', 400, 'duplicate_reference'],
		['Invalid Amount Sent', 400, 'invalid_amount'],
		['Invalid key', 401, 'invalid_key'],
		['Invalid Email Address Passed', 400, 'other'],
		['', 403, 'other'],
	])('is refused: %j', async (message, status, why) => {
		no(message, status)
		expect(await gateway().start(appointment)).toEqual({ outcome: 'refused', why })
	})

	test.each([
		[{}],
		[null],
		['text'],
		[{ authorization_url: null }],
		[{ authorization_url: '' }],
		[{ authorization_url: 5 }],
	])('leads nowhere without a page: %j', async (data) => {
		yes(data)
		expect(await gateway().start(appointment)).toEqual({ outcome: 'no_url' })
	})

	test.each([
		'https://evil.example/0peioxfhpn',
		'https://checkout.paystack.com.evil.example/x',
		'https://checkout.paystack.com@evil.example/x',
		'https://user:password@checkout.paystack.com/x',
		'http://checkout.paystack.com/x',
		'https://checkout.paystack.com:8443/x',
		'https://paystack.com/x',
		'//checkout.paystack.com/x',
		'/x',
		'javascript:alert(1)',
		'data:text/html,x',
	])('never leads a customer to %s', async (page) => {
		yes({ authorization_url: page, reference: appointment.paymentReference })
		expect(await gateway().start(appointment)).toEqual({ outcome: 'foreign_url' })
	})

	test('F12: leads to the parsed form of its address, which breaks no redirect', async () => {
		yes({
			authorization_url: `${checkoutOrigin}/0pe\r\nset-cookie: x`,
			reference: appointment.paymentReference,
		})
		expect(await gateway().start(appointment)).toEqual({
			outcome: 'started',
			authorizationUrl: `${checkoutOrigin}/0pe%20set-cookie:%20x`,
		})
	})

	test('is not known when Paystack calls the payment by another name', async () => {
		yes({ authorization_url: `${checkoutOrigin}/x`, reference: 'another' })
		expect(await gateway().start(appointment)).toEqual({ outcome: 'unknown', why: 'other_reference' })
	})
})

describe('verifying a payment', () => {
	const told = {
		id: 4099260516,
		domain: 'test',
		status: 'success',
		reference: 'wk-REFERENCE',
		amount: 1_812_589,
		requested_amount: 1_785_400,
		currency: 'NGN',
		channel: 'card',
		fees: 27_189,
		paid_at: '2026-03-02T09:15:00.000Z',
		metadata: '',
		log: null,
	}
	const read = {
		id: '4099260516',
		paymentReference: 'wk-REFERENCE',
		status: 'success',
		amountKobo: 1_812_589,
		requestedKobo: 1_785_400,
		currency: 'NGN',
		mode: 'test',
		channel: 'card',
		feesKobo: 27_189,
		paidAt: Date.UTC(2026, 2, 2, 9, 15),
		cardKey: null,
	}

	test('tells what Paystack knows of it', async () => {
		yes(told)
		expect(await gateway().verify('wk-REFERENCE')).toEqual({ outcome: 'found', payment: read })
		expect(asked).toMatchObject([{ method: 'GET', url: '/transaction/verify/wk-REFERENCE', body: null }])
	})

	test('D41: keeps of a card what only tells it from others, and nothing of a transfer', async () => {
		const keyOf = async (change: object) => {
			yes({ ...told, ...change })
			const answer = await gateway().verify('wk-REFERENCE')
			return answer.outcome === 'found' ? answer.payment.cardKey : undefined
		}
		const one = await keyOf({ authorization: { signature: 'SIG_one' } })
		expect(one).toMatch(/^[\w-]{22}$/)
		expect(await keyOf({ authorization: { signature: 'SIG_one' } })).toBe(one)
		expect(await keyOf({ authorization: { signature: 'SIG_two' } })).not.toBe(one)
		expect(await keyOf({ authorization: { signature: 'SIG_one' }, channel: 'bank_transfer' })).toBeNull()
	})

	test.each<[string, object, object]>([
		['no requested amount', { requested_amount: undefined }, { requestedKobo: 1_812_589 }],
		['a requested amount that is null', { requested_amount: null }, { requestedKobo: 1_812_589 }],
		['amounts as text', { amount: '1812589', requested_amount: '1785400', fees: '27189' }, {}],
		['fees that are null', { fees: null }, { feesKobo: 0 }],
		['fees that are odd', { fees: -1.5 }, { feesKobo: 0 }],
		['a payment of nobody yet', { channel: null, paid_at: null }, { channel: null, paidAt: null }],
		['an odd date', { paid_at: 'yesterday', channel: 7 }, { channel: null, paidAt: null }],
		['no date', { paid_at: undefined, channel: undefined }, { channel: null, paidAt: null }],
		['metadata of any shape', { metadata: 0, authorization: {}, customer: null }, {}],
		['a small number', { id: 0 }, { id: '0' }],
		['a number as text', { id: '18446744073709551615' }, { id: '18446744073709551615' }],
		['a word that is new', { status: 'settling' }, { status: 'pending' }],
		['another currency', { currency: 'USD' }, { currency: 'USD' }],
		['a live payment', { domain: 'live' }, { mode: 'live' }],
	])('takes %s', async (_, change, expected) => {
		yes({ ...told, ...change })
		expect(await gateway().verify('wk-REFERENCE')).toEqual({
			outcome: 'found',
			payment: { ...read, ...expected },
		})
	})

	test.each([
		...['success', 'failed', 'abandoned', 'pending', 'reversed'].map((same) => [same, same]),
		...['ongoing', 'processing', 'queued'].map((underWay) => [underWay, 'pending']),
	])('that is %s there is %s here', async (there, status) => {
		yes({ ...told, status: there })
		expect(await gateway().verify('wk-REFERENCE')).toMatchObject({ payment: { status } })
	})

	test('loses no digit of the largest number', async () => {
		saying(
			JSON.stringify({ status: true, message: '', data: told }).replace('4099260516', '18446744073709551615'),
		)
		expect(await gateway().verify('wk-REFERENCE')).toMatchObject({ payment: { id: '18446744073709551615' } })
	})

	test.each<object>([
		{ id: null },
		{ id: -1 },
		{ id: 1.5 },
		{ id: 'abc' },
		{ reference: undefined },
		{ reference: '' },
		{ status: true },
		{ amount: undefined },
		{ amount: null },
		{ amount: 100.5 },
		{ amount: -100 },
		{ amount: '100.5' },
		{ amount: '1e9' },
		{ amount: 1e30 },
		{ currency: null },
		{ domain: 'sandbox' },
		{ domain: undefined },
	])('believes nothing of an answer without what counts: %j', async (change) => {
		yes({ ...told, ...change })
		expect(await gateway().verify('wk-REFERENCE')).toEqual({ outcome: 'unknown', why: 'not_understood' })
	})

	test.each([[undefined], [null], [[]], ['success']])('believes nothing of %j', async (data) => {
		yes(data)
		expect(await gateway().verify('wk-REFERENCE')).toEqual({ outcome: 'unknown', why: 'not_understood' })
	})

	test('F11: believes nothing of a success of 0', async () => {
		yes({ ...told, amount: 0, requested_amount: 0 })
		expect(await gateway().verify('wk-REFERENCE')).toEqual({ outcome: 'unknown', why: 'success_of_nothing' })
	})

	test.each([400, 404])('that Paystack does not know (%d) is not a failure', async (status) => {
		no('Transaction reference not found.', status)
		expect(await gateway().verify('wk-REFERENCE')).toEqual({ outcome: 'not_found' })
	})

	test.each([401, 403, 422])('is not known when it refuses to say (%d)', async (status) => {
		no('Invalid key', status)
		expect(await gateway().verify('wk-REFERENCE')).toEqual({ outcome: 'unknown', why: `status ${status}` })
	})

	test.each(['', '.', '..', '../../refund', 'a/b', 'a?b', 'a#b', '%2e%2e', 'a b', 'x'.repeat(101)])(
		'asks nothing about %j, which no payment is called',
		async (paymentReference) => {
			expect(await gateway().verify(paymentReference)).toEqual({ outcome: 'not_found' })
			expect(await gateway().readRefund(paymentReference)).toEqual({ outcome: 'not_found' })
			expect(asked).toEqual([])
		},
	)
})

describe('a refund', () => {
	test('is asked for by the reference, in part or all of it', async () => {
		yes({ transaction: { id: 1004723697 }, id: 3018284, status: 'pending', amount: '10000' })
		const accepted = { outcome: 'accepted', refundId: '3018284', status: 'pending' }
		expect(await gateway().refund({ ...back, amountKobo: 10_000 })).toEqual(accepted)
		expect(await gateway().refund(back)).toEqual(accepted)
		const notes = { customer_note: 'You cancelled in time', merchant_note: 'cancelled' }
		expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
			['POST', '/refund', { transaction: 'wk-REFERENCE', amount: 10_000, ...notes }],
			['POST', '/refund', { transaction: 'wk-REFERENCE', ...notes }],
		])
	})

	test.each([
		['Transaction has been fully reversed', 'already_refunded'],
		['Refund amount cannot be more than transaction amount', 'other'],
	])('is refused: %s', async (message, why) => {
		no(message)
		expect(await gateway().refund(back)).toEqual({ outcome: 'refused', why, message })
	})

	test('is asked for again once a wrong key is mended', async () => {
		no('Invalid key', 401)
		expect(await gateway().refund(back)).toEqual({ outcome: 'unknown', why: 'status 401' })
	})

	test.each([
		['Transaction not found', 400],
		['Not here', 404],
		['Forbidden', 403],
	])('S4: is not refused for good when that may be our fault: %s (%d)', async (message, status) => {
		no(message, status)
		expect(await gateway().refund(back)).toEqual({ outcome: 'unknown', why: `status ${status}` })
	})

	describe('F10: that is looked for', () => {
		const payment = {
			id: 77,
			domain: 'test',
			status: 'success',
			reference: 'wk-REFERENCE',
			amount: 500_000,
			currency: 'NGN',
		}
		const refund = (change: object) => ({
			id: 1,
			status: 'pending',
			amount: 500_000,
			transaction: 77,
			...change,
		})
		/** Answers verifying with `paid`, and the list of refunds with `listed`. */
		const listing = (paid: object, listed: unknown) => {
			say = (response) => {
				const data = asked.at(-1)?.url?.startsWith('/refund') ? listed : paid
				response.end(JSON.stringify({ status: true, message: '', data }))
			}
		}

		test.each([
			['the whole one', [refund({ id: 9 })], { outcome: 'found', refundId: '9', status: 'pending' }],
			[
				'its payment as an object',
				[refund({ transaction: { id: 77 } })],
				{ outcome: 'found', refundId: '1', status: 'pending' },
			],
			[
				'the newest, before a failed one',
				[refund({ id: 3, status: 'failed' }), refund({ id: 2 })],
				{ outcome: 'found', refundId: '2', status: 'pending' },
			],
			['a failed one', [refund({ status: 'failed' })], { outcome: 'found', refundId: '1', status: 'failed' }],
			['none', [], { outcome: 'none' }],
			['that of another payment', [refund({ transaction: 78 })], { outcome: 'none' }],
			['a part', [refund({ amount: 1 })], { outcome: 'none' }],
			['nonsense', [{}], { outcome: 'unknown', why: 'not_understood' }],
		])('is %s', async (_, listed, outcome) => {
			listing(payment, listed)
			expect(await gateway().findRefund(wholeRefund)).toEqual(outcome)
			expect(asked.map(({ url }) => url)).toEqual([
				'/transaction/verify/wk-REFERENCE',
				'/refund?transaction=77&perPage=100',
			])
		})

		test('has arrived where all of the payment went back, though no list names it', async () => {
			listing({ ...payment, status: 'reversed' }, [])
			expect(await gateway().findRefund(wholeRefund)).toEqual({
				outcome: 'found',
				refundId: null,
				status: 'processed',
			})
		})

		test('is not known of a payment that Paystack does not call paid', async () => {
			listing({ ...payment, status: 'pending' }, [])
			expect(await gateway().findRefund(wholeRefund)).toEqual({
				outcome: 'unknown',
				why: 'pending',
			})
		})
	})

	test('was perhaps taken when the answer does not name it', async () => {
		yes({ status: 'pending' })
		expect(await gateway().refund(back)).toEqual({ outcome: 'unknown', why: 'not_understood' })
	})

	test.each([
		['pending', 'pending'],
		['processing', 'processing'],
		['processed', 'processed'],
		['failed', 'failed'],
		['needs-attention', 'needs-attention'],
		['requested', 'pending'],
		['thinking', 'pending'],
	])('that Paystack calls %s is %s', async (word, status) => {
		yes({ id: 3018284, status: word, transaction: 1004723697 })
		expect(await gateway().readRefund('3018284')).toEqual({ outcome: 'found', status })
		expect(asked).toMatchObject([{ method: 'GET', url: '/refund/3018284' }])
	})

	test('that Paystack does not know is not a failure', async () => {
		no('Refund not found', 404)
		expect(await gateway().readRefund('3018284')).toEqual({ outcome: 'not_found' })
		no('Invalid key', 401)
		expect(await gateway().readRefund('3018284')).toEqual({ outcome: 'unknown', why: 'status 401' })
	})
})

test("the platform's own fetch is called unbound, as workerd wants it", async () => {
	const bound: unknown[] = []
	const original = globalThis.fetch
	globalThis.fetch = function (this: unknown) {
		bound.push(this)
		return Promise.resolve(Response.json({ status: false, message: 'no' }, { status: 404 }))
	} as typeof fetch
	try {
		expect(await gateway().verify('wk-REFERENCE')).toEqual({ outcome: 'not_found' })
	} finally {
		globalThis.fetch = original
	}
	expect(bound).toEqual([undefined])
})
