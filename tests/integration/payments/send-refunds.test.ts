import { beforeEach, describe, expect, test } from 'vitest'
import { processRefunds, sendRefund } from '#app/flows/refunds/send-refunds.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { withProvider } from '#tests/support/flow-deps.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'

// The sandbox knows no address for webhooks: every refund here has to end well without one.
const desk = withPaymentDesk('back')
const { database, clock } = desk
beforeEach(async () => {
	// What an earlier test left waiting is not this one's.
	await database().change('UPDATE refunds SET next_attempt_at = 253402214400000')
})

/** Paid a kobo too little: to be refunded, and not sent yet. */
async function owedBack(): Promise<string> {
	const { paymentReference } = await desk.atPaid(await desk.newShop())
	desk.paystack.setBehaviour({ verify: 'paid-less' })
	await desk.settle(paymentReference)
	desk.paystack.behaveWell()
	return paymentReference
}
const refundOf = async (paymentReference: string) =>
	(await desk.deps.payments.attempts.payment(paymentReference))?.refund
const atPaystack = (paymentReference: string) =>
	desk.paystack.refunds.filter(({ transaction }) => transaction.reference === paymentReference)
const alerts = () => desk.deps.lines.filter((line) => line.startsWith('ALERT payment '))
const rowOf = async (paymentReference: string) =>
	(
		await database().rows(
			'SELECT status, paystack_refund_id, attempt_count, next_attempt_at FROM refunds WHERE payment_reference = ?',
			paymentReference,
		)
	)[0]
/** Lets minutes pass, with the sweeper at each. */
async function sweepFor(minutes: number) {
	for (let i = 0; i < minutes; i++) {
		clock.now += MINUTE_MS
		await processRefunds(desk.deps, clock.now)
	}
}

test('a refund is sent when it was decided, once, whoever sends it', async () => {
	const paymentReference = await owedBack()
	desk.paystack.setBehaviour({ refund: 'hold' })
	const send = () => sendRefund(desk.deps, { paymentReference, now: clock.now })
	await Promise.all([
		send(),
		send(),
		processRefunds(desk.deps, clock.now),
		processRefunds(desk.deps, clock.now),
		send(),
	])
	expect(atPaystack(paymentReference)).toHaveLength(1)
	expect(await rowOf(paymentReference)).toMatchObject({
		status: 'pending',
		attempt_count: 1,
		paystack_refund_id: atPaystack(paymentReference)[0]?.id.toString(),
	})
})

test('all of a payment is asked for without its sum: asked for twice, the second is refused', async () => {
	const paymentReference = await owedBack()
	const asked: object[] = []
	const refund: typeof desk.online.provider.refund = (one) => {
		asked.push(one)
		return desk.online.provider.refund(one)
	}
	const onlinePayments = withProvider(desk.online, { refund })
	await sendRefund({ ...desk.deps, onlinePayments }, { paymentReference, now: clock.now })
	expect(asked).toHaveLength(1)
	expect(asked[0]).not.toHaveProperty('amountKobo')
})

test('without any webhook it is asked about until it has arrived, ever more rarely', async () => {
	const paymentReference = await owedBack()
	desk.paystack.setBehaviour({ refund: 'hold' })
	await sendRefund(desk.deps, { paymentReference, now: clock.now })
	const pauses: number[] = []
	for (let i = 0; i < 10; i++) {
		const next = Number((await rowOf(paymentReference))?.next_attempt_at)
		pauses.push((next - clock.now) / MINUTE_MS)
		clock.now = next
		await processRefunds(desk.deps, clock.now)
	}
	expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360])
	expect((await refundOf(paymentReference))?.status).toBe('pending')
	desk.paystack.stepRefund(paymentReference, 'processed')
	clock.now += 6 * HOUR_MS
	await processRefunds(desk.deps, clock.now)
	expect(await refundOf(paymentReference)).toMatchObject({ status: 'processed', changedAt: clock.now })
	const asked = desk.paystack.calls.refundState
	await sweepFor(3)
	expect(desk.paystack.calls.refundState).toBe(asked)
	const rows = await database().rows(
		`SELECT kind FROM outbox WHERE payload ->> 'paymentReference' = ? AND kind LIKE 'refund%' ORDER BY rowid`,
		paymentReference,
	)
	expect(rows.map(({ kind }) => kind)).toEqual(['refund_started', 'refunded'])
})

describe('a refund whose answer', () => {
	test('F10: was lost is looked for, not asked for again, and followed to its end', async () => {
		const paymentReference = await owedBack()
		desk.paystack.setBehaviour({ refund: 'lose' })
		await sendRefund(desk.deps, { paymentReference, now: clock.now })
		expect(await rowOf(paymentReference)).toMatchObject({ status: 'requested', attempt_count: 1 })
		desk.paystack.behaveWell()
		const asked = desk.paystack.calls.refund
		await sweepFor(1)
		expect(atPaystack(paymentReference)).toHaveLength(1)
		expect(await rowOf(paymentReference)).toMatchObject({
			status: atPaystack(paymentReference)[0]?.status,
			paystack_refund_id: atPaystack(paymentReference)[0]?.id.toString(),
		})
		await sweepFor(7)
		expect((await refundOf(paymentReference))?.status).toBe('processed')
		expect(desk.paystack.calls.refund).toBe(asked)
	})

	test('F10: was lost before it reached Paystack is asked for again', async () => {
		const paymentReference = await owedBack()
		desk.paystack.setBehaviour({ refund: 'fail' })
		await sendRefund(desk.deps, { paymentReference, now: clock.now })
		desk.paystack.behaveWell()
		await sweepFor(1)
		expect(atPaystack(paymentReference)).toHaveLength(1)
		expect((await rowOf(paymentReference))?.status).not.toBe('requested')
	})

	test('F10: names no number, as a row of before, is looked for, also when all of it has gone back', async () => {
		for (const isListed of [true, false]) {
			const paymentReference = await owedBack()
			desk.paystack.setBehaviour({ refund: 'hold' })
			await sendRefund(desk.deps, { paymentReference, now: clock.now })
			await database().change(
				'UPDATE refunds SET paystack_refund_id = NULL WHERE payment_reference = ?',
				paymentReference,
			)
			desk.paystack.stepRefund(paymentReference, 'processed')
			const findRefund: typeof desk.online.provider.findRefund = async (...asked) => {
				const found = await desk.online.provider.findRefund(...asked)
				return found.outcome === 'found' && !isListed ? { ...found, refundId: null } : found
			}
			clock.now += MINUTE_MS
			const onlinePayments = withProvider(desk.online, { findRefund })
			await processRefunds({ ...desk.deps, onlinePayments }, clock.now)
			expect((await refundOf(paymentReference))?.status).toBe('processed')
		}
	})

	test('F10: whose write is lost is written again, and is no second refund', async () => {
		const paymentReference = await owedBack()
		const { writeBatch } = desk.deps
		let writes = 0
		desk.deps.writeBatch = async (statements) => {
			const written = await writeBatch(statements)
			if (++writes === 2) throw new DatabaseError('unknown', 'lost')
			return written
		}
		await sendRefund(desk.deps, { paymentReference, now: clock.now })
		desk.deps.writeBatch = writeBatch
		expect((await refundOf(paymentReference))?.status).toBe('pending')
		expect(atPaystack(paymentReference)).toHaveLength(1)
	})

	test('could not be written down is looked for, and Paystack pays once', async () => {
		const paymentReference = await owedBack()
		const { writeBatch } = desk.deps
		let writes = 0
		desk.deps.writeBatch = (statements) =>
			++writes >= 2 ? Promise.reject(new DatabaseError('unknown', 'lost')) : writeBatch(statements)
		await sendRefund(desk.deps, { paymentReference, now: clock.now })
		desk.deps.writeBatch = writeBatch
		expect(desk.deps.lines).toContain(`payment ${paymentReference}: its refund waits (DatabaseError)`)
		expect((await refundOf(paymentReference))?.status).toBe('requested')
		await sweepFor(1)
		expect((await refundOf(paymentReference))?.status).not.toBe('requested')
		expect(atPaystack(paymentReference)).toHaveLength(1)
	})

	test('and whose number are lost calls the operator after a day', async () => {
		const paymentReference = await owedBack()
		desk.paystack.setBehaviour({ refund: 'lose' })
		await sendRefund(desk.deps, { paymentReference, now: clock.now })
		desk.paystack.setBehaviour({ verify: 'fail' })
		await sweepFor(1)
		expect(alerts()).toEqual([])
		clock.now += DAY_MS
		await processRefunds(desk.deps, clock.now)
		expect(alerts()[0]).toContain(
			`ALERT payment ${paymentReference}: nothing is known of the refund for a day`,
		)
	})
})

test('a refund that cannot be sent is tried for ever, never more often than every six hours, and the operator hears of it', async () => {
	const paymentReference = await owedBack()
	desk.paystack.setBehaviour({ refund: 'fail' })
	const before = desk.paystack.calls.refund
	const decidedAt = clock.now
	await sendRefund(desk.deps, { paymentReference, now: clock.now })
	while (clock.now < decidedAt + 2 * DAY_MS) {
		const next = Number((await rowOf(paymentReference))?.next_attempt_at)
		expect(next - clock.now).toBeLessThanOrEqual(6 * HOUR_MS)
		clock.now = next
		await processRefunds(desk.deps, clock.now)
	}
	// Each time Paystack is asked first whether it has the refund.
	expect(desk.paystack.calls.refund - before).toBe(17)
	expect(alerts().length).toBeGreaterThan(2)
	expect(new Set(alerts())).toEqual(
		new Set([`ALERT payment ${paymentReference}: Paystack has not taken the refund for a day`]),
	)
	desk.paystack.behaveWell()
	clock.now += 6 * HOUR_MS
	await processRefunds(desk.deps, clock.now)
	expect(atPaystack(paymentReference)).toHaveLength(1)
})

test('a refund that Paystack refuses has failed, and calls the operator', async () => {
	const paymentReference = await owedBack()
	const message = 'Refund amount cannot be more than what is left of the transaction'
	const refund = async () => ({ outcome: 'refused', why: 'other', message }) as const
	await sendRefund(
		{ ...desk.deps, onlinePayments: withProvider(desk.online, { refund }) },
		{ paymentReference, now: clock.now },
	)
	expect((await refundOf(paymentReference))?.status).toBe('failed')
	expect(alerts().join()).toContain(
		`ALERT payment ${paymentReference}: Paystack refuses the refund: ${message}`,
	)
	await sweepFor(3)
	expect(atPaystack(paymentReference)).toEqual([])
})

describe('S4: a refund', () => {
	test('is sent in the mode of its payment alone, and otherwise not touched', async () => {
		const paymentReference = await owedBack()
		const before = await rowOf(paymentReference)
		const other = { ...desk.deps, onlinePayments: { ...desk.online, mode: 'live' as const } }
		await sendRefund(other, { paymentReference, now: clock.now })
		expect(await processRefunds(other, clock.now)).toBe(0)
		expect(await rowOf(paymentReference)).toEqual(before)
		await sweepFor(1)
		expect(atPaystack(paymentReference)).toHaveLength(1)
	})

	test('of a payment that Paystack does not know is sent again: the key may be of another account', async () => {
		const paymentReference = await owedBack()
		const kept = desk.paystack.find(paymentReference)?.reference
		if (!kept) throw new Error('not at Paystack')
		Object.assign(desk.paystack.find(paymentReference) ?? {}, { reference: 'of another account' })
		await sendRefund(desk.deps, { paymentReference, now: clock.now })
		expect((await rowOf(paymentReference))?.status).toBe('requested')
		Object.assign(desk.paystack.find('of another account') ?? {}, { reference: kept })
		await sweepFor(1)
		expect(atPaystack(paymentReference)).toHaveLength(1)
	})
})

test('W13: those to be sent go before those to be asked about, and a run ends with its time', async () => {
	const followed = await owedBack()
	desk.paystack.setBehaviour({ refund: 'hold' })
	await sendRefund(desk.deps, { paymentReference: followed, now: clock.now })
	clock.now += MINUTE_MS
	const sent = await owedBack()
	clock.now += MINUTE_MS
	let pieces = 0
	expect(await processRefunds(desk.deps, clock.now, () => ++pieces <= 2)).toBe(1)
	expect([(await rowOf(followed))?.attempt_count, (await rowOf(sent))?.attempt_count]).toEqual([1, 1])
})

test('one that fails stops no other', async () => {
	const references = [await owedBack(), await owedBack(), await owedBack()]
	const { provider } = desk.online
	const refund: typeof provider.refund = (asked) =>
		asked.paymentReference === references[0] ? Promise.reject(new Error('a bug')) : provider.refund(asked)
	const broken = { ...desk.deps, onlinePayments: withProvider(desk.online, { refund }) }
	await expect(processRefunds(broken, clock.now)).rejects.toThrow('a bug')
	const statuses = await Promise.all(
		references.map(async (paymentReference) => (await refundOf(paymentReference))?.status),
	)
	expect(statuses).toEqual(['requested', 'pending', 'pending'])
})

test('without a key refunds wait', async () => {
	const paymentReference = await owedBack()
	await sendRefund({ ...desk.deps, onlinePayments: null }, { paymentReference, now: clock.now })
	expect(await processRefunds({ ...desk.deps, onlinePayments: null }, clock.now)).toBe(0)
	expect(await rowOf(paymentReference)).toMatchObject({ status: 'requested' })
})
