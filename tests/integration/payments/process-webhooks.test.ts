import { describe, expect, test } from 'vitest'
import type { DisputeNews } from '#app/domain/payments/provider-event.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { applyDisputeEvent } from '#app/flows/payments/apply-dispute-event.server.ts'
import { processDueWebhooks, processWebhooks } from '#app/flows/payments/process-webhooks.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { jsonText } from '#scripts/sandbox/paystack-answers.ts'
import { beforeWrite } from '#tests/support/around-a-write.ts'
import { isFull } from '#tests/support/deep.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos } from '#tests/support/small-shop.ts'

/** `npm test` leaves these to `npm run test:full`. */
const describeInFull = isFull ? describe : () => {}

const desk = withPaymentDesk('hook')
const { database, clock } = desk

const tell = (event: string, data: object) => desk.deliver({ event, data })
const waitingEvents = async () =>
	await database().count('SELECT count(*) AS n FROM webhook_events WHERE processed_at IS NULL')
const alerts = () => desk.deps.lines.filter((line) => line.startsWith('ALERT payment '))
const entryKinds = async (paymentReference: string) =>
	(
		await database().rows(
			`SELECT kind FROM ledger_entries WHERE occasion LIKE '%' || ? ORDER BY rowid`,
			paymentReference,
		)
	).map(({ kind }) => String(kind))
const messagesTo = async (paymentReference: string) =>
	(
		await database().rows(
			`SELECT kind FROM outbox WHERE payload ->> 'paymentReference' = ? AND kind <> 'payment_unfinished' ORDER BY rowid`,
			paymentReference,
		)
	).map(({ kind }) => kind)

/** A customer on the payment page, for Tuesday at ten. */
async function started() {
	return desk.atPaystack(await desk.newShop())
}
const success = (paymentReference: string) =>
	tell('charge.success', { id: desk.paystack.find(paymentReference)?.id, reference: paymentReference })

/** A visit that is booked and paid. */
async function paid() {
	const paying = await started()
	desk.paystack.pay(paying.paymentReference)
	await success(paying.paymentReference)
	const payment = await desk.deps.payments.attempts.payment(paying.paymentReference)
	if (payment?.received?.outcome !== 'booked') throw new Error(`not booked: ${desk.deps.lines.join()}`)
	return { ...paying, appointmentId: payment.received.appointmentId ?? '' }
}

/** The visit of a customer who paid twice: the second payment is to be refunded. */
async function paidTwice() {
	const first = await started()
	const draftId = first.payer.draftId
	await database().rows(
		`UPDATE payment_attempts SET status = 'replaced' WHERE payment_reference = ?`,
		first.paymentReference,
	)
	const second = `${first.paymentReference}-again`
	await database().rows(
		`INSERT INTO payment_attempts (payment_reference, checkout_id, amount_kobo, provider, mode, status, authorization_url, created_at,
				expires_at, next_check_at)
			SELECT ?, checkout_id, amount_kobo, provider, mode, 'open', authorization_url, created_at, expires_at, next_check_at
			FROM payment_attempts WHERE payment_reference = ?`,
		second,
		first.paymentReference,
	)
	await desk.online.provider.start({
		paymentReference: second,
		amountKobo: (await desk.deps.payments.attempts.payment(second))?.amountKobo ?? 0,
		email: first.payer.guest.contact.email,
		callbackUrl: 'https://wakati.example/',
		cancelUrl: 'https://wakati.example/',
		channels: ['card'],
		buys: 'appointment',
		description: 'the same visit',
	})
	desk.paystack.setBehaviour({ refund: 'hold' })
	for (const paymentReference of [first.paymentReference, second]) {
		desk.paystack.pay(paymentReference)
		await success(paymentReference)
	}
	return { draftId, kept: first.paymentReference, returned: second }
}
const refundOf = async (paymentReference: string) =>
	(await desk.deps.payments.attempts.payment(paymentReference))?.refund

describe('money that arrived', () => {
	test('books the visit, whoever else hears of it; again and again changes nothing', async () => {
		const { paymentReference } = await paid()
		const before = await database().rows(
			'SELECT * FROM transactions WHERE payment_reference = ?',
			paymentReference,
		)
		expect(before).toHaveLength(1)
		for (let i = 0; i < 3; i++) expect(await success(paymentReference)).toBe(200)
		// An event with another number of Paystack's own is another event, about the same payment.
		await tell('charge.success', { id: 4711, reference: paymentReference })
		expect(
			await database().rows('SELECT * FROM transactions WHERE payment_reference = ?', paymentReference),
		).toEqual(before)
		expect(await entryKinds(paymentReference)).toEqual(['payment', 'booking'])
		expect(await waitingEvents()).toBe(0)
	})

	test('F1: is believed of Paystack’s answer alone: an event that says so does not book, and waits for three days', async () => {
		const { paymentReference } = await started()
		await tell('charge.success', { id: 1, reference: paymentReference, status: 'success', amount: 500_000 })
		expect((await desk.deps.payments.attempts.payment(paymentReference))?.received).toBeNull()
		expect(await waitingEvents()).toBe(1)
		clock.now += 72 * HOUR_MS
		await processDueWebhooks(desk.deps, clock.now)
		expect((await desk.deps.payments.attempts.payment(paymentReference))?.received).toBeNull()
		expect(desk.deps.lines.join()).toContain('changes nothing: Paystack says that its payment is unfinished')
		expect(alerts()).toEqual([
			expect.stringContaining('for three days Paystack has said that it is unfinished'),
		])
		expect(await waitingEvents()).toBe(0)
	})

	test.each([true, false])(
		'F1: that Paystack’s answer does not show yet, of an attempt that has ended, is booked by the next delivery or the sweeper (delivery: %s)',
		async (comesAgain) => {
			const { paymentReference } = await desk.atPaystack(await desk.newShop(), {
				startsAt: lagos('2026-12-10', '10:00'),
			})
			clock.now += 3 * DAY_MS + MINUTE_MS
			await desk.sweep()
			expect((await desk.deps.payments.attempts.payment(paymentReference))?.status).toBe('closed')
			desk.paystack.pay(paymentReference)
			desk.paystack.setBehaviour({ verify: 'pending' })
			await success(paymentReference)
			expect(await waitingEvents()).toBe(1)
			desk.paystack.behaveWell()
			clock.now += 2 * MINUTE_MS
			await (comesAgain ? success(paymentReference) : processDueWebhooks(desk.deps, clock.now))
			expect((await desk.deps.payments.attempts.payment(paymentReference))?.received?.outcome).toBe('booked')
			expect(await waitingEvents()).toBe(0)
		},
	)

	test('F1: that comes again after its event was given up is asked about again, once for five deliveries', async () => {
		const { paymentReference } = await started()
		await success(paymentReference)
		clock.now += 72 * HOUR_MS
		await processDueWebhooks(desk.deps, clock.now)
		expect(await waitingEvents()).toBe(0)
		desk.paystack.pay(paymentReference)
		const event = { id: desk.paystack.find(paymentReference)?.id, reference: paymentReference }
		const body = jsonText({ event: 'charge.success', data: event })
		const received = await Promise.all(Array.from({ length: 5 }, () => desk.receive(body)))
		const taken = received.flatMap((one) => one.taken)
		expect(taken).toHaveLength(1)
		await processWebhooks(desk.deps, taken, clock.now)
		expect((await desk.deps.payments.attempts.payment(paymentReference))?.received).not.toBeNull()
		expect((await desk.receive(body)).taken).toEqual([])
	})

	test('waits while Paystack does not answer, for days too, and is booked by the sweeper when it does', async () => {
		const { paymentReference } = await desk.atPaystack(await desk.newShop(), {
			startsAt: lagos('2026-12-10', '10:00'),
		})
		desk.paystack.pay(paymentReference)
		desk.paystack.setBehaviour({ verify: 'fail' })
		await success(paymentReference)
		clock.now += 4 * DAY_MS
		await processDueWebhooks(desk.deps, clock.now)
		expect(await waitingEvents()).toBe(1)
		desk.paystack.behaveWell()
		clock.now += HOUR_MS
		expect(await processDueWebhooks(desk.deps, clock.now)).toBe(1)
		expect((await desk.deps.payments.attempts.payment(paymentReference))?.received?.outcome).toBe('booked')
		expect(await waitingEvents()).toBe(0)
	})

	test('waits while the database refuses writes; ever longer, and at the tenth time the operator hears of it', async () => {
		const { paymentReference } = await started()
		desk.paystack.pay(paymentReference)
		desk.paystack.setBehaviour({ verify: 'fail' })
		await success(paymentReference)
		const pauses: number[] = []
		for (let i = 0; i < 9; i++) {
			const [event] = await database().rows(
				'SELECT next_attempt_at FROM webhook_events WHERE processed_at IS NULL',
			)
			const next = Number(event?.next_attempt_at)
			pauses.push((next - clock.now) / MINUTE_MS)
			clock.now = next
			await processDueWebhooks(desk.deps, clock.now)
		}
		expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60])
		expect(alerts()).toHaveLength(1)
		expect(alerts()[0]).toMatch(
			new RegExp(`^ALERT payment ${paymentReference}: webhook \\S+ \\(charge.success\\) was tried 10 times`),
		)
		desk.paystack.behaveWell()
		clock.now += HOUR_MS
		await processDueWebhooks(desk.deps, clock.now)
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
		expect(desk.deps.lines).toHaveLength(1)
		expect(desk.deps.lines[0]).toContain(why)
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
		expect(await entryKinds(returned)).toEqual(['payment', 'refund'])
		expect(await messagesTo(returned)).toEqual(['refund_started', 'refunded'])
		expect((await desk.deps.payments.attempts.payment(kept))?.received?.outcome).toBe('booked')
	})

	test('ends the same in whatever order its events come, and however often', async () => {
		const { returned } = await paidTwice()
		const data = { transaction_reference: returned, amount: 500_000, currency: 'NGN' }
		for (const status of ['processed', 'processing', 'pending', 'needs-attention', 'failed', 'processed'])
			await tell(`refund.${status}`, data)
		await tell('refund.processed', { ...data, id: 99 })
		expect((await refundOf(returned))?.status).toBe('processed')
		expect(await entryKinds(returned)).toEqual(['payment', 'refund'])
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

describeInFull('money that the operator gave back on the dashboard', () => {
	const whole = { amount: 500_000, currency: 'NGN' }

	test('all of it: the visit stays and is unpaid, the refund is followed as one of ours', async () => {
		const { paymentReference, appointmentId } = await paid()
		await tell('refund.pending', { transaction_reference: paymentReference, ...whole })
		expect(await refundOf(paymentReference)).toMatchObject({ reason: 'by_operator', status: 'pending' })
		const [appointment] = await database().rows(
			'SELECT status, paid_kobo, payment_status FROM appointments WHERE id = ?',
			appointmentId,
		)
		expect(appointment).toMatchObject({ status: 'CONFIRMED', paid_kobo: 0, payment_status: 'pending' })
		await tell('refund.processed', { id: 1, transaction_reference: paymentReference, ...whole })
		expect((await refundOf(paymentReference))?.status).toBe('processed')
		expect(await entryKinds(paymentReference)).toEqual(['payment', 'booking', 'given-back', 'refund'])
		expect(await messagesTo(paymentReference)).toEqual(['refunded'])
	})

	test.each(['needs-attention', 'failed'])(
		'that is %s leaves the visit paid, and calls the operator',
		async (status) => {
			const { paymentReference, appointmentId } = await paid()
			await tell(`refund.${status}`, { transaction_reference: paymentReference, ...whole })
			expect(await refundOf(paymentReference)).toBeNull()
			expect(await entryKinds(paymentReference)).toEqual(['payment', 'booking'])
			expect(
				await database().rows(
					'SELECT paid_kobo, payment_status FROM appointments WHERE id = ?',
					appointmentId,
				),
			).toEqual([{ paid_kobo: 500_000, payment_status: 'completed' }])
			expect(alerts()).toHaveLength(1)
			expect(await waitingEvents()).toBe(0)
		},
	)

	test('is one refund when its events come at the same time', async () => {
		const { paymentReference } = await paid()
		await Promise.all(
			['pending', 'processing', 'processed'].map((status) =>
				tell(`refund.${status}`, { transaction_reference: paymentReference, ...whole }),
			),
		)
		expect((await refundOf(paymentReference))?.status).toBe('processed')
		expect(await entryKinds(paymentReference)).toEqual(['payment', 'booking', 'given-back', 'refund'])
		expect(await waitingEvents()).toBe(0)
	})

	test.each([
		['a part of it', { amount: 100_000, currency: 'NGN' }],
		['an amount that is not told', {}],
	])('D78: %s calls the operator, and waits for them', async (_, part) => {
		const { paymentReference, appointmentId } = await paid()
		await tell('refund.processed', { transaction_reference: paymentReference, ...part })
		expect(alerts()).toEqual([
			`ALERT payment ${paymentReference}: a refund of a part of it is processed at Paystack: decide what of it is booked (npm run ops -- parts-back)`,
		])
		expect(await refundOf(paymentReference)).toBeNull()
		expect(
			await database().rows('SELECT paid_kobo FROM appointments WHERE id = ?', appointmentId),
		).toMatchObject([{ paid_kobo: 500_000 }])
	})

	test('before its arrival was heard of is settled first', async () => {
		const { paymentReference } = await started()
		desk.paystack.pay(paymentReference)
		await tell('refund.pending', { transaction_reference: paymentReference, ...whole })
		expect(await entryKinds(paymentReference)).toEqual(['payment', 'booking', 'given-back'])
		expect((await refundOf(paymentReference))?.status).toBe('pending')
	})

	test('is left to the next delivery when its write fails', async () => {
		const { paymentReference } = await paid()
		const { writeBatch } = desk.deps
		let writes = 0
		desk.deps.writeBatch = (statements) =>
			++writes === 2 ? Promise.reject(new DatabaseError('unknown', 'lost')) : writeBatch(statements)
		await tell('refund.processed', { transaction_reference: paymentReference, ...whole })
		desk.deps.writeBatch = writeBatch
		expect(await refundOf(paymentReference)).toBeNull()
		clock.now += 2 * MINUTE_MS
		await processDueWebhooks(desk.deps, clock.now)
		expect((await refundOf(paymentReference))?.status).toBe('processed')
	})
})

describe('a dispute', () => {
	const about = (paymentReference: string, more: object = {}) => ({
		id: 31,
		transaction: { reference: paymentReference },
		...more,
	})
	const disputedAt = async (paymentReference: string) =>
		(await desk.deps.payments.attempts.payment(paymentReference))?.received?.disputedAt

	test('marks the payment and calls the operator; declined, it is over and the visit stays paid', async () => {
		const { paymentReference, appointmentId } = await paid()
		await tell('charge.dispute.create', about(paymentReference))
		expect(await disputedAt(paymentReference)).toBe(clock.now)
		clock.now += HOUR_MS
		await tell('charge.dispute.remind', about(paymentReference))
		expect(await disputedAt(paymentReference)).toBe(clock.now - HOUR_MS)
		expect(alerts()).toHaveLength(2)
		await tell(
			'charge.dispute.resolve',
			about(paymentReference, { status: 'resolved', resolution: 'declined' }),
		)
		expect(await disputedAt(paymentReference)).toBeNull()
		expect(
			await database().rows('SELECT paid_kobo FROM appointments WHERE id = ?', appointmentId),
		).toMatchObject([{ paid_kobo: 500_000 }])
	})

	test('whose end is told before its beginning is over', async () => {
		const { paymentReference } = await paid()
		await tell('charge.dispute.resolve', about(paymentReference, { id: 51, resolution: 'declined' }))
		await tell('charge.dispute.create', about(paymentReference, { id: 51 }))
		expect(await disputedAt(paymentReference)).toBeNull()
		await tell('charge.dispute.create', about(paymentReference, { id: 52 }))
		expect(await disputedAt(paymentReference)).toBe(clock.now)
	})

	const open = { status: 'awaiting-merchant-feedback', resolution: null, category: 'chargeback' }
	const dueAt = () => clock.now + 30 * HOUR_MS
	const iso = (at: number) => new Date(at).toISOString()
	const kept = (paymentReference: string) =>
		database().rows('SELECT * FROM disputes WHERE payment_reference = ? ORDER BY id', paymentReference)

	test('is kept with what is in question, and until when Paystack takes an answer', async () => {
		const { paymentReference } = await paid()
		const openedAt = clock.now - HOUR_MS
		const told = { ...open, refund_amount: 200_000, created_at: iso(openedAt), dueAt: iso(dueAt()) }
		await tell('charge.dispute.create', about(paymentReference, { id: 71, ...told }))
		await tell('charge.dispute.create', about(paymentReference, { id: 71, ...told }))
		expect(await kept(paymentReference)).toMatchObject([
			{
				...{ id: '71', amount_kobo: 200_000, category: 'chargeback', opened_at: openedAt },
				...{ due_at: dueAt(), alerted_at: clock.now, ended_at: null, outcome: null },
			},
		])
		await tell(
			'charge.dispute.resolve',
			about(paymentReference, { id: 71, status: 'resolved', resolution: 'declined' }),
		)
		expect(await kept(paymentReference)).toMatchObject([
			{ due_at: dueAt(), ended_at: clock.now, outcome: 'won' },
		])
	})

	test.each([['create first'], ['reminder first']])('is due when its reminder says, %s', async (order) => {
		const { paymentReference } = await paid()
		const id = order === 'create first' ? 72 : 73
		const create = about(paymentReference, { id, ...open, refund_amount: 1, dueAt: iso(dueAt()) })
		const remind = about(paymentReference, { id, ...open, dueAt: iso(dueAt() + HOUR_MS) })
		const events = [
			['charge.dispute.create', create],
			['charge.dispute.remind', remind],
		] as const
		for (const [event, data] of order === 'create first' ? events : [...events].reverse())
			await tell(event, data)
		expect(await kept(paymentReference)).toMatchObject([{ amount_kobo: 1, due_at: dueAt() + HOUR_MS }])
		expect(await disputedAt(paymentReference)).toBe(clock.now)
	})

	test('of which Paystack reminds again is due when the newest reminder says, and calls the operator each time', async () => {
		const { paymentReference } = await paid()
		const remind = (more: object) =>
			tell('charge.dispute.remind', about(paymentReference, { id: 79, ...open, ...more }))
		await tell('charge.dispute.create', about(paymentReference, { id: 79, ...open }))
		expect([(await kept(paymentReference))[0]?.due_at, alerts().length]).toEqual([null, 1])
		await remind({ dueAt: iso(dueAt()) })
		expect(alerts()).toHaveLength(2)
		const second = { dueAt: iso(dueAt() + DAY_MS) }
		const due = dueAt() + DAY_MS
		clock.now += 4 * HOUR_MS
		for (let deliveries = 1; deliveries <= 2; deliveries++) await remind(second)
		expect(await kept(paymentReference)).toMatchObject([{ due_at: due, alerted_at: clock.now }])
		expect(alerts()).toHaveLength(3)
	})

	test('that the operator has answered calls no one when Paystack reminds of it', async () => {
		const { paymentReference } = await paid()
		const told = about(paymentReference, { id: 80, ...open })
		await tell('charge.dispute.create', told)
		await desk.deps.writeBatch([
			desk.deps.payments.disputes.markAnswered(paymentReference, clock.now + MINUTE_MS),
		])
		clock.now += HOUR_MS
		await tell('charge.dispute.remind', { ...told, dueAt: iso(dueAt()) })
		expect(await kept(paymentReference)).toMatchObject([{ due_at: dueAt(), ended_at: null }])
		expect(alerts()).toHaveLength(1)
	})

	test.each([['nonsense'], ['2026-13-40T00:00:00Z'], [7], [{}], [null]])(
		'with an odd date is open all the same: %j',
		async (odd) => {
			const { paymentReference } = await paid()
			const told = { id: `odd-${JSON.stringify(odd)}`, dueAt: odd, created_at: odd, category: odd }
			await tell('charge.dispute.create', about(paymentReference, told))
			expect(await kept(paymentReference)).toMatchObject([{ due_at: null, opened_at: clock.now }])
			expect(await disputedAt(paymentReference)).toBe(clock.now)
		},
	)

	test('that was over before its beginning was told alerts no one, and stays over', async () => {
		const { paymentReference } = await paid()
		await tell('charge.dispute.resolve', about(paymentReference, { id: 74, resolution: 'declined' }))
		await tell('charge.dispute.create', about(paymentReference, { id: 74, ...open, dueAt: iso(dueAt()) }))
		expect(alerts()).toEqual([])
		expect(await kept(paymentReference)).toMatchObject([{ due_at: dueAt(), outcome: 'won' }])
		expect(await disputedAt(paymentReference)).toBeNull()
	})

	test('that no one answered in time is lost like one that was accepted', async () => {
		const { paymentReference } = await paid()
		await tell('charge.dispute.create', about(paymentReference, { id: 75, ...open }))
		const end = { status: 'resolved', resolution: 'auto-accepted', refund_amount: 500_000 }
		await tell('charge.dispute.resolve', about(paymentReference, { id: 75, ...end }))
		expect(await refundOf(paymentReference)).toMatchObject({ reason: 'dispute_lost', status: 'processed' })
		expect(await kept(paymentReference)).toMatchObject([{ outcome: 'lost' }])
	})

	test.each([['81'], [null]])(
		'that is over keeps its first end when another is told: number %s',
		async (disputeId) => {
			const { paymentReference } = await paid()
			const id = disputeId ?? paymentReference
			const ended = { amountKobo: null, category: null, openedAt: null, dueAt: null, paymentReference }
			const end = (outcome: 'won' | 'lost', now: number) =>
				desk.deps.writeBatch(desk.deps.payments.disputes.closeDispute({ ...ended, disputeId, now }, outcome))
			await tell('charge.dispute.create', about(paymentReference, { ...open, id }))
			await end('won', clock.now)
			await end('lost', clock.now + HOUR_MS)
			expect(await kept(paymentReference)).toMatchObject([{ id, outcome: 'won', ended_at: clock.now }])
		},
	)

	test('whose end comes late leaves the money held by a newer one', async () => {
		const { paymentReference, appointmentId } = await paid()
		await tell('charge.dispute.create', about(paymentReference, { id: 76, ...open }))
		clock.now += HOUR_MS
		await tell('charge.dispute.create', about(paymentReference, { id: 77, ...open }))
		await cancel(appointmentId)
		await tell('charge.dispute.resolve', about(paymentReference, { id: 76, resolution: 'declined' }))
		expect(await disputedAt(paymentReference)).not.toBeNull()
		expect(await refundOf(paymentReference)).toBeNull()
		expect(await waitingEvents()).toBe(0)
		await tell('charge.dispute.resolve', about(paymentReference, { id: 77, resolution: 'declined' }))
		expect(await disputedAt(paymentReference)).toBeNull()
		expect(await refundOf(paymentReference)).toMatchObject({ reason: 'cancelled' })
	})

	test('of before disputes were kept ends as any other', async () => {
		const { paymentReference } = await paid()
		await database().change(
			'UPDATE transactions SET disputed_at = ? WHERE payment_reference = ?',
			...[clock.now, paymentReference],
		)
		await tell('charge.dispute.resolve', about(paymentReference, { id: 78, resolution: 'declined' }))
		expect(await disputedAt(paymentReference)).toBeNull()
	})

	const cancel = (appointmentId: string) =>
		cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, now: clock.now })
	const ended = (paymentReference: string, details: Partial<DisputeNews['details']> = {}) => ({
		paymentReference,
		disputeId: null,
		news: {
			...{ about: 'dispute' as const, step: 'ended' as const },
			details: {
				...{ isLost: false, amountKobo: null, category: null, openedAt: null, dueAt: null },
				...details,
			},
		},
		now: clock.now,
	})
	const declined = (paymentReference: string) => ended(paymentReference)

	test('that is over sends the money of a visit that was cancelled meanwhile, in the same write', async () => {
		const { paymentReference, appointmentId } = await paid()
		await tell('charge.dispute.create', about(paymentReference, { id: 61 }))
		expect(await cancel(appointmentId)).toMatchObject({ value: { money: 'disputed' } })
		const deps = desk.newDeps()
		const { writeBatch } = deps
		let writes = 0
		deps.writeBatch = async (batch) => {
			if (writes++ > 0) throw new DatabaseError('busy', 'the second write does not come')
			return writeBatch(batch)
		}
		await applyDisputeEvent(deps, declined(paymentReference)).catch(() => {})
		expect(await disputedAt(paymentReference)).toBeNull()
		expect(await refundOf(paymentReference)).toMatchObject({ reason: 'cancelled' })
	})

	test('whose visit is cancelled while its end is read is read again, and the money goes back', async () => {
		const { paymentReference, appointmentId } = await paid()
		await tell('charge.dispute.create', about(paymentReference, { id: 62 }))
		const meanwhile = beforeWrite(desk.newDeps(), () => cancel(appointmentId))
		await expect(applyDisputeEvent(meanwhile, declined(paymentReference))).rejects.toThrow('visit_changed')
		expect(await disputedAt(paymentReference)).not.toBeNull()
		await applyDisputeEvent(desk.deps, declined(paymentReference))
		expect(await refundOf(paymentReference)).toMatchObject({ reason: 'cancelled' })
	})

	test('that is lost in part while its visit is cancelled stays open, because a person decides', async () => {
		const { paymentReference, appointmentId } = await paid()
		await tell('charge.dispute.create', about(paymentReference, { id: 63 }))
		const lost = ended(paymentReference, { isLost: true, amountKobo: 1_000 })
		const meanwhile = beforeWrite(desk.newDeps(), () => cancel(appointmentId))
		await applyDisputeEvent(meanwhile, lost)
		expect(await disputedAt(paymentReference)).toBeNull()
		expect((await desk.deps.payments.attempts.payment(paymentReference))?.received?.isPartUndecided).toBe(
			true,
		)
		expect(await refundOf(paymentReference)).toBeNull()
	})

	test('that is lost took the money back: the visit is unpaid, and nothing is sent a second time', async () => {
		const { paymentReference, appointmentId } = await paid()
		await tell('charge.dispute.create', about(paymentReference))
		const lost = about(paymentReference, {
			status: 'resolved',
			resolution: 'merchant-accepted',
			refund_amount: 500_000,
		})
		await tell('charge.dispute.resolve', lost)
		await tell('charge.dispute.resolve', { ...lost, id: 32 })
		expect(await refundOf(paymentReference)).toMatchObject({ reason: 'dispute_lost', status: 'processed' })
		expect(await disputedAt(paymentReference)).toBeNull()
		expect(await entryKinds(paymentReference)).toEqual(['payment', 'booking', 'given-back', 'refund'])
		expect(
			await database().rows('SELECT paid_kobo FROM appointments WHERE id = ?', appointmentId),
		).toMatchObject([{ paid_kobo: 0 }])
		expect(desk.paystack.refunds.some(({ transaction }) => transaction.reference === paymentReference)).toBe(
			false,
		)
	})

	test('D78: that is lost in part calls the operator, and waits for them', async () => {
		const { paymentReference } = await paid()
		await tell(
			'charge.dispute.resolve',
			about(paymentReference, { id: 40, resolution: 'merchant-accepted', refund_amount: 1_000 }),
		)
		expect(await refundOf(paymentReference)).toBeNull()
		expect(alerts()).toHaveLength(1)
		expect((await desk.deps.payments.attempts.payment(paymentReference))?.received?.isPartUndecided).toBe(
			true,
		)
	})
})

test('no line of all this names a person', async () => {
	const { payer, paymentReference } = await paid()
	const { email, lastName, phone } = payer.guest.contact
	await tell('refund.processed', { transaction_reference: paymentReference, amount: 1, customer: { email } })
	await tell('charge.success', { id: 90, reference: 'of-another-shop', customer: { email } })
	for (const word of [email, lastName, phone]) expect(desk.deps.lines.join()).not.toContain(word)
})
