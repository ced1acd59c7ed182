import { beforeEach, describe, expect, test } from 'vitest'
import { createPaystackProvider } from '#app/domain/payments/paystack/paystack-provider.server.ts'
import { processDueWebhooks, receiveWebhook } from '#app/flows/payments/process-webhooks.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'

const desk = withPaymentDesk('inbox')
const { database, clock } = desk
let serial = 0
beforeEach(async () => {
	// What an earlier test left waiting is not this one's.
	await database().change('UPDATE webhook_events SET processed_at = received_at WHERE processed_at IS NULL')
})

const inbox = async () => await database().rows('SELECT * FROM webhook_events ORDER BY rowid')
const newEvent = (event = 'charge.success') =>
	JSON.stringify({ event, data: { id: ++serial, reference: `strange-${serial}` } })

describe('a webhook', () => {
	test('with a forged signature is refused, and nothing is written', async () => {
		const body = new TextEncoder().encode(newEvent())
		const right = desk.paystack.signed(new TextDecoder().decode(body))['x-paystack-signature'] ?? ''
		const wrong = [
			null,
			'',
			right.slice(1),
			right.toUpperCase(),
			right.replace(/^./, (c) => (c === '0' ? '1' : '0')),
		]
		const before = (await inbox()).length
		for (const signature of wrong) {
			const { provider } = desk.online
			const received = await receiveWebhook({ ...desk.deps, provider }, { body, signature, now: clock.now })
			expect(received).toEqual({ status: 401, taken: [] })
		}
		expect((await inbox()).length).toBe(before)
	})

	test('signed with the key before a rotation is taken', async () => {
		const body = newEvent()
		const signature = desk.paystack.signed(body, 'sk_test_the-key-before')['x-paystack-signature'] ?? null
		const provider = createPaystackProvider({
			baseUrl: desk.addresses.sandboxUrl,
			checkoutOrigin: desk.addresses.sandboxUrl,
			secretKeys: [desk.paystack.secretKey, 'sk_test_the-key-before'],
		})
		const received = await receiveWebhook(
			{ ...desk.deps, provider },
			{ body: new TextEncoder().encode(body), signature, now: clock.now },
		)
		expect(received.status).toBe(200)
	})

	test('that comes five times at once is kept once, and one of the five works it', async () => {
		const body = newEvent()
		const before = (await inbox()).length
		const received = await Promise.all(Array.from({ length: 5 }, () => desk.receive(body)))
		expect(received.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
		expect(received.flatMap(({ taken }) => taken)).toHaveLength(1)
		expect((await inbox()).length).toBe(before + 1)
	})

	test('whose worker died is worked by its next delivery, or by the sweeper, once (R26)', async () => {
		for (const comesAgain of [true, false]) {
			const body = newEvent()
			expect((await desk.receive(body)).taken).toHaveLength(1)
			// It is not worked on: the process was killed.
			clock.now += MINUTE_MS
			expect((await desk.receive(body)).taken).toEqual([])
			expect(await processDueWebhooks(desk.deps, clock.now)).toBe(0)
			clock.now += MINUTE_MS
			if (comesAgain) {
				const { taken } = await desk.receive(body)
				expect(taken.map(({ attemptCount }) => attemptCount)).toEqual([2])
				await desk.deps.writeBatch(
					taken.map(({ id }) => desk.deps.payments.webhooks.markProcessed(id, clock.now)),
				)
			} else {
				const both = await Promise.all([
					processDueWebhooks(desk.deps, clock.now),
					processDueWebhooks(desk.deps, clock.now),
				])
				expect(both.sort()).toEqual([0, 1])
			}
			clock.now += 60 * MINUTE_MS
			expect((await desk.receive(body)).taken).toEqual([])
			expect(await processDueWebhooks(desk.deps, clock.now)).toBe(0)
		}
	})

	test('while the database is down is not answered with 200, so that it comes again', async () => {
		const body = newEvent()
		const writeBatch = () => Promise.reject(new DatabaseError('busy', 'down'))
		const down = await desk.receive(body, { ...desk.deps, writeBatch })
		expect(down).toEqual({ status: 503, taken: [] })
		expect((await desk.receive(body)).taken).toHaveLength(1)
	})

	test.each(['', 'hello', '[]', '{"event":7}', '{"data":{}}', '{'])(
		'that is signed and makes no sense (%j) is 200, with a line that carries none of it',
		async (body) => {
			const before = (await inbox()).length
			expect(await desk.receive(body)).toEqual({ status: 200, taken: [] })
			expect((await inbox()).length).toBe(before)
			expect(desk.deps.lines).toEqual([`a signed webhook of ${body.length} bytes was not understood`])
		},
	)

	test('loses what it tells of a payer once it is done', async () => {
		const body = JSON.stringify({
			event: 'customer.odd',
			data: { id: 77, customer: { email: 'a@example.com' } },
		})
		const { taken } = await desk.receive(body)
		await desk.deps.writeBatch(
			taken.map(({ id }) => desk.deps.payments.webhooks.markProcessed(id, clock.now)),
		)
		const kept = (await inbox()).find(({ event }) => event === 'customer.odd')
		expect(kept).toMatchObject({ payload: '', processed_at: clock.now, object_id: '77' })
	})
})
