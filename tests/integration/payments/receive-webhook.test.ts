import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { receiveWebhook } from '#app/flows/receive-webhook.server.ts'
import { workDueWebhooks } from '#app/flows/work-webhook.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { DatabaseError } from '#db/database-error.server.ts'
import { type StandIn, startStandIn } from '#scripts/stand-in/start-stand-in.ts'
import { mondayMorningAt } from '#tests/integration/booking/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { type PaymentDeps, paymentDeps, receive } from './paying-customer.ts'

const database = withTestDatabase()
let standIn: StandIn
beforeAll(async () => {
	standIn = await startStandIn()
})
afterAll(() => standIn.close())

let deps: PaymentDeps
let clock: { now: number }
let serial = 0
beforeEach(async () => {
	deps = paymentDeps(database().url, standIn)
	clock = { now: mondayMorningAt }
	// What an earlier test left waiting is not this one's.
	await database().client.execute(
		'UPDATE webhook_events SET processed_at = received_at WHERE processed_at IS NULL',
	)
})

const inbox = async () =>
	(await database().client.execute('SELECT * FROM webhook_events ORDER BY rowid')).rows
const newEvent = (event = 'charge.success') =>
	JSON.stringify({ event, data: { id: ++serial, reference: `strange-${serial}` } })

describe('a webhook', () => {
	test('with a forged signature is refused, and nothing is written', async () => {
		const body = new TextEncoder().encode(newEvent())
		const right = standIn.paystack.signed(new TextDecoder().decode(body))['x-paystack-signature'] ?? ''
		const wrong = [
			null,
			'',
			right.slice(1),
			right.toUpperCase(),
			right.replace(/^./, (c) => (c === '0' ? '1' : '0')),
		]
		const before = (await inbox()).length
		for (const signature of wrong) {
			const secretKeys = [standIn.paystack.secretKey]
			const received = await receiveWebhook({ ...deps, secretKeys }, { body, signature, now: clock.now })
			expect(received).toEqual({ status: 401, taken: [] })
		}
		expect((await inbox()).length).toBe(before)
	})

	test('signed with the key before a rotation is taken', async () => {
		const body = newEvent()
		const signature = standIn.paystack.signed(body, 'sk_test_the-key-before')['x-paystack-signature'] ?? null
		const received = await receiveWebhook(
			{ ...deps, secretKeys: [standIn.paystack.secretKey, 'sk_test_the-key-before'] },
			{ body: new TextEncoder().encode(body), signature, now: clock.now },
		)
		expect(received.status).toBe(200)
	})

	test('that comes five times at once is kept once, and one of the five works it', async () => {
		const body = newEvent()
		const before = (await inbox()).length
		const received = await Promise.all(Array.from({ length: 5 }, () => receive(deps, clock, standIn, body)))
		expect(received.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
		expect(received.flatMap(({ taken }) => taken)).toHaveLength(1)
		expect((await inbox()).length).toBe(before + 1)
	})

	test('whose worker died is worked by its next delivery, or by the sweeper, once (R26)', async () => {
		for (const comesAgain of [true, false]) {
			const body = newEvent()
			expect((await receive(deps, clock, standIn, body)).taken).toHaveLength(1)
			// Nobody works it: the process was killed.
			clock.now += MINUTE_MS
			expect((await receive(deps, clock, standIn, body)).taken).toEqual([])
			expect(await workDueWebhooks(deps, clock.now)).toBe(0)
			clock.now += MINUTE_MS
			if (comesAgain) {
				const { taken } = await receive(deps, clock, standIn, body)
				expect(taken.map(({ attemptCount }) => attemptCount)).toEqual([2])
				await deps.writeBatch(taken.map(({ id }) => deps.webhooks.markProcessed(id, clock.now)))
			} else {
				const both = await Promise.all([workDueWebhooks(deps, clock.now), workDueWebhooks(deps, clock.now)])
				expect(both.sort()).toEqual([0, 1])
			}
			clock.now += 60 * MINUTE_MS
			expect((await receive(deps, clock, standIn, body)).taken).toEqual([])
			expect(await workDueWebhooks(deps, clock.now)).toBe(0)
		}
	})

	test('while the database is down is not answered with 200, so that it comes again', async () => {
		const body = newEvent()
		const writeBatch = () => Promise.reject(new DatabaseError('busy', 'down'))
		const down = await receive({ ...deps, writeBatch }, clock, standIn, body)
		expect(down).toEqual({ status: 503, taken: [] })
		expect((await receive(deps, clock, standIn, body)).taken).toHaveLength(1)
	})

	test.each(['', 'hello', '[]', '{"event":7}', '{"data":{}}', '{'])(
		'that is signed and makes no sense (%j) is 200, with a line that carries none of it',
		async (body) => {
			const before = (await inbox()).length
			expect(await receive(deps, clock, standIn, body)).toEqual({ status: 200, taken: [] })
			expect((await inbox()).length).toBe(before)
			expect(deps.lines).toEqual([`a signed webhook of ${body.length} bytes was not understood`])
		},
	)

	test('loses what it tells of a payer once it is done', async () => {
		const body = JSON.stringify({
			event: 'customer.odd',
			data: { id: 77, customer: { email: 'a@example.com' } },
		})
		const { taken } = await receive(deps, clock, standIn, body)
		await deps.writeBatch(taken.map(({ id }) => deps.webhooks.markProcessed(id, clock.now)))
		const kept = (await inbox()).find(({ event }) => event === 'customer.odd')
		expect(kept).toMatchObject({ payload: '', processed_at: clock.now, object_id: '77' })
	})
})
