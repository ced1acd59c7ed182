import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendRefund, workRefunds } from '#app/flows/send-refunds.server.ts'
import { settlePayment } from '#app/flows/settle-payment.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { DatabaseError } from '#db/database-error.server.ts'
import { type StandIn, startStandIn } from '#scripts/stand-in/start-stand-in.ts'
import { addSmallShop, lagos, mondayMorningAt, tuesday } from '#tests/integration/booking/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { type PaymentDeps, paymentDeps, startPaying } from './paying-customer.ts'

const database = withTestDatabase()
const ten = lagos(tuesday, '10:00')
const clock = { now: mondayMorningAt }
let standIn: StandIn
beforeAll(async () => {
	// Its webhooks have no address: all of this has to end well without a single one.
	standIn = await startStandIn({ paystack: { now: () => clock.now } })
})
afterAll(() => standIn.close())

let deps: PaymentDeps
let shopCount = 0
beforeEach(async () => {
	standIn.paystack.behaveWell()
	deps = paymentDeps(database().url, standIn)
	clock.now = mondayMorningAt
	// What an earlier test left waiting is not this one's.
	await database().client.execute('UPDATE refunds SET next_attempt_at = 253402214400000')
})

/** Paid a kobo too little: to be given back, and not sent yet. */
async function owedBack(): Promise<string> {
	const shop = await addSmallShop(database().client, `back${++shopCount}`)
	const { reference } = await startPaying(deps, clock, { serviceId: shop.idOf('cut'), startsAt: ten })
	standIn.paystack.pay(reference)
	standIn.paystack.setBehaviour({ verify: 'paid-less' })
	await settlePayment(deps, { reference, now: clock.now })
	standIn.paystack.behaveWell()
	return reference
}
const refundOf = async (reference: string) => (await deps.payments.payment(reference))?.refund
const atPaystack = (reference: string) =>
	standIn.paystack.refunds.filter(({ transaction }) => transaction.reference === reference)
const alerts = () => deps.lines.filter((line) => line.startsWith('ALERT payment '))
const rowOf = async (reference: string) =>
	(
		await database().client.execute({
			sql: 'SELECT status, paystack_refund_id, attempt_count, next_attempt_at FROM refunds WHERE payment_reference = ?',
			args: [reference],
		})
	).rows[0]
/** Lets minutes pass, with the sweeper at each. */
async function sweepFor(minutes: number) {
	for (let i = 0; i < minutes; i++) {
		clock.now += MINUTE_MS
		await workRefunds(deps, clock.now)
	}
}

test('a refund is sent when it was decided, once, whoever sends it', async () => {
	const reference = await owedBack()
	standIn.paystack.setBehaviour({ refund: 'hold' })
	const send = () => sendRefund(deps, { reference, now: clock.now })
	await Promise.all([send(), send(), workRefunds(deps, clock.now), workRefunds(deps, clock.now), send()])
	expect(atPaystack(reference)).toHaveLength(1)
	expect(await rowOf(reference)).toMatchObject({
		status: 'pending',
		attempt_count: 1,
		paystack_refund_id: atPaystack(reference)[0]?.id.toString(),
	})
})

test('without any webhook it is asked about until it has arrived, ever more rarely', async () => {
	const reference = await owedBack()
	standIn.paystack.setBehaviour({ refund: 'hold' })
	await sendRefund(deps, { reference, now: clock.now })
	const pauses: number[] = []
	for (let i = 0; i < 10; i++) {
		const next = Number((await rowOf(reference))?.next_attempt_at)
		pauses.push((next - clock.now) / MINUTE_MS)
		clock.now = next
		await workRefunds(deps, clock.now)
	}
	expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360])
	expect((await refundOf(reference))?.status).toBe('pending')
	standIn.paystack.stepRefund(reference, 'processed')
	clock.now += 6 * HOUR_MS
	await workRefunds(deps, clock.now)
	expect(await refundOf(reference)).toMatchObject({ status: 'processed', changedAt: clock.now })
	const asked = standIn.paystack.calls.refundState
	await sweepFor(3)
	expect(standIn.paystack.calls.refundState).toBe(asked)
	const { rows } = await database().client.execute({
		sql: `SELECT kind FROM outbox WHERE payload ->> 'paymentReference' = ? AND kind LIKE 'refund%' ORDER BY rowid`,
		args: [reference],
	})
	expect(rows.map(({ kind }) => kind)).toEqual(['refund_started', 'refunded'])
})

describe('a refund whose answer', () => {
	test('was lost is sent again, and Paystack pays once', async () => {
		const reference = await owedBack()
		standIn.paystack.setBehaviour({ refund: 'lose' })
		await sendRefund(deps, { reference, now: clock.now })
		expect(await rowOf(reference)).toMatchObject({ status: 'requested', attempt_count: 1 })
		standIn.paystack.behaveWell()
		await sweepFor(1)
		expect(await rowOf(reference)).toMatchObject({ status: 'pending', paystack_refund_id: null })
		expect(atPaystack(reference)).toHaveLength(1)
	})

	test('could not be written down is sent again, and Paystack pays once', async () => {
		const reference = await owedBack()
		const { writeBatch } = deps
		let writes = 0
		deps.writeBatch = (statements) =>
			++writes === 2 ? Promise.reject(new DatabaseError('unknown', 'lost')) : writeBatch(statements)
		await sendRefund(deps, { reference, now: clock.now })
		deps.writeBatch = writeBatch
		expect(deps.lines).toContain(`payment ${reference}: its refund waits (DatabaseError)`)
		expect((await refundOf(reference))?.status).toBe('requested')
		await sweepFor(1)
		expect((await refundOf(reference))?.status).toBe('pending')
		expect(atPaystack(reference)).toHaveLength(1)
	})

	test('and whose number are lost calls the operator after a day', async () => {
		const reference = await owedBack()
		standIn.paystack.setBehaviour({ refund: 'lose' })
		await sendRefund(deps, { reference, now: clock.now })
		await sweepFor(1)
		expect(alerts()).toEqual([])
		clock.now += DAY_MS
		await workRefunds(deps, clock.now)
		expect(alerts()[0]).toContain(`ALERT payment ${reference}: nothing is known of the refund for a day`)
	})
})

test('a refund that cannot be sent is tried for ever, never more often than every six hours, and the operator hears of it', async () => {
	const reference = await owedBack()
	standIn.paystack.setBehaviour({ refund: 'fail' })
	const before = standIn.paystack.calls.refund
	const decidedAt = clock.now
	await sendRefund(deps, { reference, now: clock.now })
	while (clock.now < decidedAt + 2 * DAY_MS) {
		const next = Number((await rowOf(reference))?.next_attempt_at)
		expect(next - clock.now).toBeLessThanOrEqual(6 * HOUR_MS)
		clock.now = next
		await workRefunds(deps, clock.now)
	}
	expect(standIn.paystack.calls.refund - before).toBe(17)
	expect(alerts().length).toBeGreaterThan(2)
	expect(new Set(alerts())).toEqual(
		new Set([`ALERT payment ${reference}: Paystack has not taken the refund for a day`]),
	)
	standIn.paystack.behaveWell()
	clock.now += 6 * HOUR_MS
	await workRefunds(deps, clock.now)
	expect(atPaystack(reference)).toHaveLength(1)
})

test('a refund that Paystack refuses has failed, and calls the operator', async () => {
	const reference = await owedBack()
	const { gateway } = deps.paystack
	const message = 'Transaction not found'
	const refusing = {
		...gateway,
		refund: async () => ({ outcome: 'refused', why: 'other', message }) as const,
	}
	await sendRefund(
		{ ...deps, paystack: { ...deps.paystack, gateway: refusing } },
		{ reference, now: clock.now },
	)
	expect((await refundOf(reference))?.status).toBe('failed')
	expect(alerts().join()).toContain(`ALERT payment ${reference}: Paystack refuses the refund: ${message}`)
	await sweepFor(3)
	expect(atPaystack(reference)).toEqual([])
})

test('one that fails stops no other', async () => {
	const references = [await owedBack(), await owedBack(), await owedBack()]
	const { gateway } = deps.paystack
	const failing: typeof gateway = {
		...gateway,
		refund: (refund) =>
			refund.reference === references[0] ? Promise.reject(new Error('a bug')) : gateway.refund(refund),
	}
	const broken = { ...deps, paystack: { ...deps.paystack, gateway: failing } }
	await expect(workRefunds(broken, clock.now)).rejects.toThrow('a bug')
	const statuses = await Promise.all(references.map(async (reference) => (await refundOf(reference))?.status))
	expect(statuses).toEqual(['requested', 'pending', 'pending'])
})

test('without a key refunds wait', async () => {
	const reference = await owedBack()
	await sendRefund({ ...deps, paystack: null }, { reference, now: clock.now })
	expect(await workRefunds({ ...deps, paystack: null }, clock.now)).toBe(0)
	expect(await rowOf(reference)).toMatchObject({ status: 'requested' })
})
