import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { workDueWebhooks } from '#app/flows/work-webhook.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { DatabaseError } from '#db/database-error.server.ts'
import { type StandIn, startStandIn } from '#scripts/stand-in/start-stand-in.ts'
import { addSmallShop, lagos, mondayMorningAt, tuesday } from '#tests/integration/booking/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { deliver, type PaymentDeps, paymentDeps, startPaying } from './paying-customer.ts'

const database = withTestDatabase()
const ten = lagos(tuesday, '10:00')
let standIn: StandIn
const clock = { now: mondayMorningAt }
beforeAll(async () => {
	standIn = await startStandIn({ paystack: { now: () => clock.now } })
})
afterAll(() => standIn.close())

let deps: PaymentDeps
let shopCount = 0
beforeEach(() => {
	standIn.paystack.behaveWell()
	deps = paymentDeps(database().url, standIn)
	clock.now = mondayMorningAt
})

const rows = async (sql: string, ...args: (string | number)[]) =>
	(await database().client.execute({ sql, args })).rows
const tell = (event: string, data: object) => deliver(deps, clock, standIn, { event, data })
const waitingEvents = async () =>
	Number((await rows('SELECT count(*) AS n FROM webhook_events WHERE processed_at IS NULL'))[0]?.n)
const alerts = () => deps.lines.filter((line) => line.startsWith('ALERT payment '))
const occasions = async (reference: string) =>
	(
		await rows(`SELECT occasion FROM ledger_entries WHERE occasion LIKE '%' || ? ORDER BY rowid`, reference)
	).map(({ occasion }) => String(occasion).split(':')[0])
const messagesTo = async (reference: string) =>
	(
		await rows(
			`SELECT kind FROM outbox WHERE payload ->> 'paymentReference' = ? AND kind <> 'payment_unfinished' ORDER BY rowid`,
			reference,
		)
	).map(({ kind }) => kind)

/** Somebody on the payment page, for Tuesday at ten. */
async function started() {
	const shop = await addSmallShop(database().client, `hook${++shopCount}`)
	const paying = await startPaying(deps, clock, { serviceId: shop.idOf('cut'), startsAt: ten })
	return { ...paying, shop }
}
const success = (reference: string) =>
	tell('charge.success', { id: standIn.paystack.find(reference)?.id, reference })

/** A visit that is booked and paid. */
async function paid() {
	const paying = await started()
	standIn.paystack.pay(paying.reference)
	await success(paying.reference)
	const payment = await deps.payments.payment(paying.reference)
	if (payment?.received?.outcome !== 'booked') throw new Error(`not booked: ${deps.lines.join()}`)
	return { ...paying, appointmentId: payment.received.appointmentId ?? '' }
}

/** The visit of a customer who paid twice: the second payment is to go back. */
async function paidTwice() {
	const first = await started()
	const draftId = first.customer.draftId
	await rows(`UPDATE payment_attempts SET status = 'replaced' WHERE reference = ?`, first.reference)
	const second = `${first.reference}-again`
	await rows(
		`INSERT INTO payment_attempts SELECT ?, checkout_id, amount_kobo, currency, mode, 'open', authorization_url, NULL,
			created_at, expires_at, next_check_at, 0 FROM payment_attempts WHERE reference = ?`,
		second,
		first.reference,
	)
	await deps.paystack.gateway.initialize({
		reference: second,
		amountKobo: (await deps.payments.payment(second))?.amountKobo ?? 0,
		email: first.customer.contact.email,
		callbackUrl: 'https://wakati.example/',
		cancelUrl: 'https://wakati.example/',
		channels: ['card'],
		description: 'the same visit',
	})
	standIn.paystack.setBehaviour({ refund: 'hold' })
	for (const reference of [first.reference, second]) {
		standIn.paystack.pay(reference)
		await success(reference)
	}
	return { draftId, kept: first.reference, returned: second }
}
const refundOf = async (reference: string) => (await deps.payments.payment(reference))?.refund

describe('money that arrived', () => {
	test('books the visit, whoever else hears of it; again and again changes nothing', async () => {
		const { reference } = await paid()
		const before = await rows('SELECT * FROM transactions WHERE payment_reference = ?', reference)
		expect(before).toHaveLength(1)
		for (let i = 0; i < 3; i++) expect(await success(reference)).toBe(200)
		// An event with another number of Paystack's own is another event, about the same payment.
		await tell('charge.success', { id: 4711, reference })
		expect(await rows('SELECT * FROM transactions WHERE payment_reference = ?', reference)).toEqual(before)
		expect(await occasions(reference)).toEqual(['payment', 'booking'])
		expect(await waitingEvents()).toBe(0)
	})

	test('is believed of Paystack’s answer alone: an event that says so does not book', async () => {
		const { reference } = await started()
		await tell('charge.success', { id: 1, reference, status: 'success', amount: 500_000 })
		expect((await deps.payments.payment(reference))?.received).toBeNull()
		expect(deps.lines.join()).toContain('changes nothing: Paystack says that its payment is unfinished')
		expect(await waitingEvents()).toBe(0)
	})

	test('waits while Paystack does not answer, and is booked by the sweeper when it does', async () => {
		const { reference } = await started()
		standIn.paystack.pay(reference)
		standIn.paystack.setBehaviour({ verify: 'fail' })
		await success(reference)
		expect(await waitingEvents()).toBe(1)
		standIn.paystack.behaveWell()
		clock.now += 2 * MINUTE_MS
		expect(await workDueWebhooks(deps, clock.now)).toBe(1)
		expect((await deps.payments.payment(reference))?.received?.outcome).toBe('booked')
		expect(await waitingEvents()).toBe(0)
	})

	test('waits while the database refuses writes; ever longer, and at the tenth time the operator hears of it', async () => {
		const { reference } = await started()
		standIn.paystack.pay(reference)
		standIn.paystack.setBehaviour({ verify: 'fail' })
		await success(reference)
		const pauses: number[] = []
		for (let i = 0; i < 9; i++) {
			const [event] = await rows('SELECT next_attempt_at FROM webhook_events WHERE processed_at IS NULL')
			const next = Number(event?.next_attempt_at)
			pauses.push((next - clock.now) / MINUTE_MS)
			clock.now = next
			await workDueWebhooks(deps, clock.now)
		}
		expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60])
		expect(alerts()).toHaveLength(1)
		expect(alerts()[0]).toMatch(
			new RegExp(`^ALERT payment ${reference}: webhook \\S+ \\(charge.success\\) was tried 10 times`),
		)
		standIn.paystack.behaveWell()
		clock.now += HOUR_MS
		await workDueWebhooks(deps, clock.now)
		expect(await waitingEvents()).toBe(0)
	})

	test.each([
		['charge.success', { id: 5, reference: 'of-another-shop' }, 'the payment is none of ours'],
		['charge.success', { id: 6 }, 'it names no payment'],
		['bank.transfer.rejected', { reference: 'any' }, 'nothing follows from it'],
		['customeridentification.success', { customer_code: 'CUS_1' }, 'it names no payment'],
		['refund.processed', { transaction_reference: 'of-another-shop' }, 'none of ours'],
		['refund.odd', { transaction_reference: 'of-another-shop' }, 'nothing follows from it'],
		['charge.dispute.create', { id: 7, transaction: { reference: 'of-another-shop' } }, 'none of ours'],
	])('%s about %j is done with a line', async (event, data, why) => {
		expect(await tell(event, data)).toBe(200)
		expect(deps.lines).toHaveLength(1)
		expect(deps.lines[0]).toContain(why)
		expect(await waitingEvents()).toBe(0)
	})
})

describe('a refund that was asked for here', () => {
	test('is followed through its states, and its payer is told when it is done', async () => {
		const { kept, returned } = await paidTwice()
		expect(await refundOf(returned)).toMatchObject({ reason: 'second_payment', status: 'requested' })
		for (const status of ['pending', 'processing', 'processed'] as const) {
			await tell(`refund.${status}`, {
				transaction_reference: returned,
				status,
				amount: '500000',
				currency: 'NGN',
			})
			expect((await refundOf(returned))?.status).toBe(status)
		}
		expect(await occasions(returned)).toEqual(['payment', 'refund'])
		expect(await messagesTo(returned)).toEqual(['refund_started', 'refunded'])
		expect((await deps.payments.payment(kept))?.received?.outcome).toBe('booked')
	})

	test('ends the same in whatever order its events come, and however often', async () => {
		const { returned } = await paidTwice()
		const data = { transaction_reference: returned, amount: 500_000, currency: 'NGN' }
		for (const status of ['processed', 'processing', 'pending', 'needs-attention', 'failed', 'processed'])
			await tell(`refund.${status}`, data)
		await tell('refund.processed', { ...data, id: 99 })
		expect((await refundOf(returned))?.status).toBe('processed')
		expect(await occasions(returned)).toEqual(['payment', 'refund'])
		expect(await messagesTo(returned)).toEqual(['refund_started', 'refunded'])
		expect(alerts()).toEqual([])
	})

	test.each(['needs-attention', 'failed'])(
		'that is %s calls the operator, once, and may still arrive',
		async (status) => {
			const { returned } = await paidTwice()
			const data = { transaction_reference: returned, amount: 500_000, currency: 'NGN' }
			await tell(`refund.${status}`, data)
			await tell(`refund.${status}`, { ...data, id: 12 })
			expect(alerts()).toHaveLength(1)
			expect(alerts()[0]).toContain(`ALERT payment ${returned}: the refund`)
			expect((await refundOf(returned))?.status).toBe(status)
			await tell('refund.processed', data)
			expect((await refundOf(returned))?.status).toBe('processed')
		},
	)
})

describe('money that the operator gave back on the dashboard', () => {
	const whole = { amount: 500_000, currency: 'NGN' }

	test('all of it: the visit stays and is unpaid, the refund is followed as one of ours', async () => {
		const { reference, appointmentId } = await paid()
		await tell('refund.pending', { transaction_reference: reference, ...whole })
		expect(await refundOf(reference)).toMatchObject({ reason: 'by_operator', status: 'pending' })
		const [visit] = await rows(
			'SELECT status, paid_kobo, payment_status FROM appointments WHERE id = ?',
			appointmentId,
		)
		expect(visit).toMatchObject({ status: 'CONFIRMED', paid_kobo: 0, payment_status: 'pending' })
		await tell('refund.processed', { id: 1, transaction_reference: reference, ...whole })
		expect((await refundOf(reference))?.status).toBe('processed')
		expect(await occasions(reference)).toEqual(['payment', 'booking', 'given-back', 'refund'])
		expect(await messagesTo(reference)).toEqual(['refunded'])
	})

	test('is one refund when its events come at the same time', async () => {
		const { reference } = await paid()
		await Promise.all(
			['pending', 'processing', 'processed'].map((status) =>
				tell(`refund.${status}`, { transaction_reference: reference, ...whole }),
			),
		)
		expect((await refundOf(reference))?.status).toBe('processed')
		expect(await occasions(reference)).toEqual(['payment', 'booking', 'given-back', 'refund'])
		expect(await waitingEvents()).toBe(0)
	})

	test.each([
		['a part of it', { amount: 100_000, currency: 'NGN' }],
		['an amount that is not told', {}],
	])('%s only calls the operator', async (_, part) => {
		const { reference, appointmentId } = await paid()
		await tell('refund.processed', { transaction_reference: reference, ...part })
		expect(alerts()).toEqual([
			`ALERT payment ${reference}: a refund of a part of it is processed at Paystack; nothing changes here`,
		])
		expect(await refundOf(reference)).toBeNull()
		expect(await rows('SELECT paid_kobo FROM appointments WHERE id = ?', appointmentId)).toMatchObject([
			{ paid_kobo: 500_000 },
		])
	})

	test('before its arrival was heard of is settled first', async () => {
		const { reference } = await started()
		standIn.paystack.pay(reference)
		await tell('refund.pending', { transaction_reference: reference, ...whole })
		expect(await occasions(reference)).toEqual(['payment', 'booking', 'given-back'])
		expect((await refundOf(reference))?.status).toBe('pending')
	})

	test('is left to the next delivery when its write fails', async () => {
		const { reference } = await paid()
		const { writeBatch } = deps
		let writes = 0
		deps.writeBatch = (statements) =>
			++writes === 2 ? Promise.reject(new DatabaseError('unknown', 'lost')) : writeBatch(statements)
		await tell('refund.processed', { transaction_reference: reference, ...whole })
		deps.writeBatch = writeBatch
		expect(await refundOf(reference)).toBeNull()
		clock.now += 2 * MINUTE_MS
		await workDueWebhooks(deps, clock.now)
		expect((await refundOf(reference))?.status).toBe('processed')
	})
})

describe('a dispute', () => {
	const about = (reference: string, more: object = {}) => ({ id: 31, transaction: { reference }, ...more })
	const disputedAt = async (reference: string) =>
		(await deps.payments.payment(reference))?.received?.disputedAt

	test('marks the payment and calls the operator; declined, it is over and the visit stays paid', async () => {
		const { reference, appointmentId } = await paid()
		await tell('charge.dispute.create', about(reference))
		expect(await disputedAt(reference)).toBe(clock.now)
		clock.now += HOUR_MS
		await tell('charge.dispute.remind', about(reference))
		expect(await disputedAt(reference)).toBe(clock.now - HOUR_MS)
		expect(alerts()).toHaveLength(2)
		await tell('charge.dispute.resolve', about(reference, { status: 'resolved', resolution: 'declined' }))
		expect(await disputedAt(reference)).toBeNull()
		expect(await rows('SELECT paid_kobo FROM appointments WHERE id = ?', appointmentId)).toMatchObject([
			{ paid_kobo: 500_000 },
		])
	})

	test('that is lost took the money back: the visit is unpaid, and nothing is sent a second time', async () => {
		const { reference, appointmentId } = await paid()
		await tell('charge.dispute.create', about(reference))
		const lost = about(reference, {
			status: 'resolved',
			resolution: 'merchant-accepted',
			refund_amount: 500_000,
		})
		await tell('charge.dispute.resolve', lost)
		await tell('charge.dispute.resolve', { ...lost, id: 32 })
		expect(await refundOf(reference)).toMatchObject({ reason: 'dispute_lost', status: 'processed' })
		expect(await disputedAt(reference)).toBeNull()
		expect(await occasions(reference)).toEqual(['payment', 'booking', 'given-back', 'refund'])
		expect(await rows('SELECT paid_kobo FROM appointments WHERE id = ?', appointmentId)).toMatchObject([
			{ paid_kobo: 0 },
		])
		expect(standIn.paystack.refunds.some(({ transaction }) => transaction.reference === reference)).toBe(
			false,
		)
	})

	test('that is lost in part only calls the operator', async () => {
		const { reference } = await paid()
		await tell(
			'charge.dispute.resolve',
			about(reference, { id: 40, resolution: 'merchant-accepted', refund_amount: 1_000 }),
		)
		expect(await refundOf(reference)).toBeNull()
		expect(alerts()).toHaveLength(1)
	})
})

test('no line of all this names a person', async () => {
	const { customer, reference } = await paid()
	const { email, lastName, phone } = customer.contact
	await tell('refund.processed', { transaction_reference: reference, amount: 1, customer: { email } })
	await tell('charge.success', { id: 90, reference: 'of-another-shop', customer: { email } })
	for (const word of [email, lastName, phone]) expect(deps.lines.join()).not.toContain(word)
})
