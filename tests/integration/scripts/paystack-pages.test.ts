import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaystackService } from '#scripts/sandbox/paystack-service.ts'
import { type Sandbox, startSandbox } from '#scripts/sandbox/start-sandbox.ts'
import { type BrowserLikeClient, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

let app: WebhookReceiver
let sandbox: Sandbox
let paystack: PaystackService
let payer: BrowserLikeClient
beforeEach(async () => {
	app = await startWebhookReceiver()
	sandbox = await startSandbox({ paystack: { webhookUrl: app.url } })
	paystack = sandbox.paystack
	payer = openBrowserLikeClient(sandbox.url)
})
afterEach(async () => {
	await sandbox.close()
	await app.close()
})

/** Opens a payment that comes back to a page of the sandbox itself, so that the browser stays on one site. */
async function openPayment(change: Record<string, unknown> = {}): Promise<string> {
	const response = await fetch(`${sandbox.url}/transaction/initialize`, {
		method: 'POST',
		headers: { authorization: `Bearer ${paystack.secretKey}` },
		body: JSON.stringify({
			email: 'ada@example.com',
			amount: 1_785_400,
			reference: 'visit-1',
			callback_url: `${sandbox.url}/paystack?back=1`,
			...change,
		}),
	})
	const { data } = await response.json<{ data: { authorization_url: string } }>()
	return new URL(data.authorization_url).pathname
}
const asCallback = '?back=1&trxref=visit-1&reference=visit-1'
const cancelAction = (address: string) => ({ metadata: JSON.stringify({ cancel_action: address }) })

describe('the payment page', () => {
	test('shows what is paid, says that no money moves, and needs no script', async () => {
		const custom_fields = [{ display_name: 'Visit', variable_name: 'visit', value: 'Knotless <braids>' }]
		const path = await openPayment({ metadata: JSON.stringify({ shop_name: 'Adé', custom_fields }) })
		const page = await payer.open(path)
		expect(page.document.querySelector('title')?.text).toContain('no real money')
		expect(page.document.querySelector('script')).toBeNull()
		const shown = ['₦17,854', 'ada@example.com', 'Shop name Adé', 'Visit Knotless <braids>', 'visit-1']
		const text = page.text.replace(/(?<=Shop name|Visit)/g, ' ')
		for (const words of shown) expect(text).toContain(words)
	})

	test.each([
		['4084080000005408', 'Declined'],
		['4084080000670037', 'Insufficient Funds'],
	])('keeps the payer who used the card %s, who may pay with another one', async (card, words) => {
		const page = await payer.open(await openPayment())
		const failed = await payer.submit(page, '#card', { card })
		expect(failed.url.pathname).toBe(page.url.pathname)
		expect(failed.document.querySelector('[role=alert]')?.text).toContain(words)
		expect(paystack.find('visit-1')).toMatchObject({ status: 'failed' })
		const back = await payer.submit(failed, '#card', { card: '4084084084084081' })
		expect(back.url.search).toBe(asCallback)
		expect(paystack.find('visit-1')).toMatchObject({ status: 'success' })
	})

	test('takes the number of a test card as it is printed, and of no other card', async () => {
		const page = await payer.open(await openPayment())
		const wrong = await payer.submit(page, '#card', { number: '4111 1111 1111 1111' })
		expect(wrong.status).toBe(422)
		expect(wrong.document.querySelector('[role=alert]')?.text).toContain('not one of the test cards')
		expect(paystack.find('visit-1')).toMatchObject({ status: 'abandoned' })
		await payer.submit(wrong, '#card', { number: '4084 0800 0067 1803' })
		expect(paystack.find('visit-1')).toMatchObject({ status: 'success', card: { refundFails: true } })
	})

	test.each(['bank_transfer', 'ussd'])('takes %s', async (channel) => {
		const page = await payer.open(await openPayment())
		const back = await payer.submit(page, `#${channel}`)
		expect(back.url.search).toBe(asCallback)
		expect(paystack.find('visit-1')).toMatchObject({ status: 'success', channel, card: null })
	})

	test('offers only the ways that were asked for', async () => {
		const path = await openPayment({ channels: ['bank', 'bank_transfer'] })
		const page = await payer.open(path)
		expect(page.document.querySelectorAll('form').map((form) => form.id)).toEqual(['bank_transfer'])
		expect((await payer.post(path, new URLSearchParams({ channel: 'card' }))).status).toBe(422)
		expect(paystack.find('visit-1')).toMatchObject({ status: 'abandoned' })
	})

	test('charges a second tap nothing, and shows a paid payment as paid', async () => {
		const page = await payer.open(await openPayment())
		await payer.submit(page, '#card')
		const again = await payer.submit(page, '#card', { card: '4084080000005408' })
		expect(again.url.search).toBe(asCallback)
		const paid = await payer.open(page.url.pathname)
		expect(paid.document.querySelector('form')).toBeNull()
		expect((await payer.follow(paid, 'a.main')).url.search).toBe(asCallback)
		await paystack.settled()
		expect(app.received).toHaveLength(1)
	})

	test('leads back by Cancel to the address that the shop gave, and nowhere else', async () => {
		const path = await openPayment(cancelAction('https://wakati.example/cancel?a=1&b=2'))
		const cancel = (await payer.open(path)).document.querySelector('.cancel a')
		expect(cancel?.getAttribute('href')).toBe('https://wakati.example/cancel?a=1&b=2')
		for (const [index, change] of [{}, cancelAction('javascript:alert(1)')].entries()) {
			const page = await payer.open(await openPayment({ ...change, reference: `other-${index}` }))
			expect(page.document.querySelector('.cancel a')).toBeNull()
			expect(page.text).toContain('Cancel does nothing here')
		}
	})

	test('is not there for an unknown code', async () => {
		expect((await payer.open('/pay/0123456789abcdef')).status).toBe(404)
	})
})

describe('the page that watches payments', () => {
	test('sets each behaviour by a form', async () => {
		const page = await payer.open('/paystack')
		const chosen = {
			webhooks: 'late',
			verify: 'html',
			initialize: 'evil',
			refund: 'hold',
			transfer: 'lose',
			transferEnd: 'otp',
			transferVerify: 'wrong-amount',
			settles: 'yes',
		} as const
		const set = await payer.submit(page, '#behaviour', chosen)
		expect(paystack.behaviour).toEqual(chosen)
		for (const [name, value] of Object.entries(chosen))
			expect(set.document.querySelector(`[name=${name}][checked]`)?.getAttribute('value')).toBe(value)
		await payer.post('/paystack/behaviour', 'verify=nonsense')
		expect(paystack.behaviour).toEqual(chosen)
	})

	test('lists payments with their states, releases webhooks and moves refunds on', async () => {
		paystack.setBehaviour({ webhooks: 'late', refund: 'hold' })
		const path = await openPayment()
		paystack.pay('visit-1')
		await fetch(`${sandbox.url}/refund`, {
			method: 'POST',
			headers: { authorization: `Bearer ${paystack.secretKey}` },
			body: JSON.stringify({ transaction: 'visit-1' }),
		})
		await paystack.settled()
		const page = await payer.open('/paystack')
		expect(page.document.querySelector('li a')?.getAttribute('href')).toBe(path)
		expect(page.text).toContain('Refund of ₦17,854: pending')
		const moved = await payer.submit(page, 'form.step')
		expect(moved.text).toContain('Refund of ₦17,854: processing')
		await payer.submit(moved, '#release')
		await paystack.settled()
		expect(app.received.map(({ event }) => event)).toEqual([
			'charge.success',
			'refund.pending',
			'refund.processing',
		])
		expect((await payer.open('/paystack')).text).toContain('charge.success: taken 200')
	})
})
