import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDisputeDetails, readPaystackEvent } from '#app/domain/payments/paystack/paystack-event.server.ts'
import type { RefundDetails } from '#app/domain/payments/provider-event.ts'

const read = (event: string, data?: unknown) => readPaystackEvent(JSON.stringify({ event, data }))

describe('a webhook', () => {
	test('about a payment names it, whatever its metadata look like', () => {
		for (const metadata of ['', 0, null, undefined, {}, [], { appointment: 'Haircut' }, 'text'])
			expect(read('charge.success', { id: 4099260516, reference: 'wk-ONE', metadata })).toEqual({
				event: 'charge.success',
				paymentReference: 'wk-ONE',
				objectId: '4099260516',
				dedupeKey: 'charge.success:4099260516',
				news: { about: 'payment' },
			})
	})

	test.each(['pending', 'processing', 'processed', 'failed', 'needs-attention'])(
		'about a refund that is %s names the payment that it is of',
		(status) => {
			const event = `refund.${status}`
			const news = (details: Partial<RefundDetails> = {}) => ({
				about: 'refund',
				status,
				details: { refundId: null, amountKobo: null, currency: null, ...details },
			})
			expect(
				read(event, {
					id: 3018284,
					transaction_reference: 'wk-ONE',
					refund_reference: 'TRF_1',
					amount: '1000',
				}),
			).toEqual({
				...{ event, paymentReference: 'wk-ONE', objectId: '3018284', dedupeKey: `${event}:3018284` },
				news: news({ refundId: '3018284', amountKobo: 1_000 }),
			})
			expect(
				read(event, { transaction: { reference: 'wk-ONE' }, refund_reference: 'TRF_1', amount: 1000 }),
			).toEqual({
				event,
				paymentReference: 'wk-ONE',
				objectId: 'TRF_1',
				dedupeKey: `${event}:TRF_1`,
				news: news({ amountKobo: 1_000 }),
			})
			expect(
				read(event, { transaction_reference: 'wk-ONE', refund_reference: null, reference: 'TRF_2' }),
			).toEqual({
				event,
				paymentReference: 'wk-ONE',
				objectId: null,
				dedupeKey: `${event}:wk-ONE`,
				news: news(),
			})
		},
	)

	test.each([
		['create', 'opened', /^charge\.dispute\.create:358950$/],
		['remind', 'reminded', /^charge\.dispute\.remind:358950:[\w-]{43}$/],
		['resolve', 'ended', /^charge\.dispute\.resolve:358950$/],
		['of-later', null, /^charge\.dispute\.of-later:358950$/],
	])('about a dispute names the payment (%s)', (what, step, dedupeKey) => {
		const event = `charge.dispute.${what}`
		expect(
			read(event, {
				id: 358950,
				reference: 'D-1',
				transaction: { id: 5991760, reference: 'wk-ONE' },
			}),
		).toEqual({
			event,
			paymentReference: 'wk-ONE',
			objectId: '358950',
			dedupeKey: expect.stringMatching(dedupeKey),
			news: { about: 'dispute', step, details: expect.objectContaining({ isLost: false }) },
		})
	})

	test('tells the reminders of one dispute apart by their words', () => {
		const reminder = (dueAt: string) => read('charge.dispute.remind', { id: 358950, dueAt })?.dedupeKey
		expect(reminder('2026-11-28T09:00:00.000Z')).toBe(reminder('2026-11-28T09:00:00.000Z'))
		expect(reminder('2026-11-28T09:00:00.000Z')).not.toBe(reminder('2026-11-29T09:00:00.000Z'))
	})

	test('tells two refunds of one payment apart while they have no number', () => {
		const pending = (amount: number | string) =>
			readPaystackEvent(
				JSON.stringify({
					event: 'refund.pending',
					data: { transaction_reference: 'wk-ONE', refund_reference: null, amount },
				}),
			)?.dedupeKey
		expect(pending(222_350)).toBe('refund.pending:wk-ONE:222350')
		expect(pending('222350')).toBe(pending(222_350))
		expect(pending(250_000)).not.toBe(pending(222_350))
	})

	test('about a transfer that was sent back names the payment, where it can', () => {
		expect(read('bank.transfer.rejected', { reference: 'wk-ONE', status: 'failed' })).toMatchObject({
			paymentReference: 'wk-ONE',
			dedupeKey: 'bank.transfer.rejected:wk-ONE',
			news: null,
		})
		expect(read('bank.transfer.rejected', { transaction_reference: 'wk-ONE' })).toMatchObject({
			paymentReference: 'wk-ONE',
		})
	})

	test('about something else keeps its name', () => {
		expect(read('subscription.create', { subscription_code: 'SUB_1' })).toMatchObject({
			event: 'subscription.create',
			paymentReference: null,
			objectId: null,
			news: null,
		})
		for (const event of ['refund.requested', 'refund.of-later'])
			expect(read(event, { transaction_reference: 'wk-ONE' })?.news).toMatchObject({ status: null })
		expect(read('transfer.success', { id: 1, reference: 'wk-ONE' })).toMatchObject({
			paymentReference: 'wk-ONE',
			news: { about: 'transfer' },
		})
	})

	test('without number or reference is known by its words', () => {
		const [one, again, other] = [read('a.b', { x: 1 }), read('a.b', { x: 1 }), read('a.b', { x: 2 })]
		expect(one?.dedupeKey).toMatch(/^a\.b:[\w-]{43}$/)
		expect(again).toEqual(one)
		expect(other?.dedupeKey).not.toBe(one?.dedupeKey)
	})

	test('keeps each digit of a large number', () => {
		const body = '{"event":"charge.success","data":{"id":18446744073709551615,"reference":"wk-ONE"}}'
		expect(readPaystackEvent(body)).toMatchObject({
			objectId: '18446744073709551615',
			dedupeKey: 'charge.success:18446744073709551615',
		})
	})

	test.each([[undefined], [null], ['text'], [[]], [7], [{}], [{ id: {}, reference: [], transaction: 'x' }]])(
		'with odd data is one without a reference: %j',
		(data) => expect(read('charge.success', data)).toMatchObject({ paymentReference: null, objectId: null }),
	)

	test.each([
		{ reference: '' },
		{ reference: 'x'.repeat(201) },
		{ reference: true },
		{ reference: 1.5 },
		{ reference: { $ne: null } },
	])('with an odd reference is one without: %j', (data) =>
		expect(read('charge.success', { id: 1, ...data })).toMatchObject({
			paymentReference: null,
			objectId: '1',
		}),
	)

	test.each([
		'',
		' ',
		'null',
		'[]',
		'"charge.success"',
		'{}',
		'{"event":5}',
		'{"event":""}',
		'{"event":"a b"}',
		'<xml/>',
	])('is none when it says %j', (body) => expect(readPaystackEvent(body)).toBeNull())

	test('never breaks the reader, whatever it says', () => {
		const data = fc.oneof(
			fc.jsonValue(),
			fc.dictionary(
				fc.constantFrom(
					'id',
					'reference',
					'transaction',
					'transaction_reference',
					'refund_reference',
					'__proto__',
				),
				fc.jsonValue(),
			),
		)
		const event = fc.constantFrom('charge.success', 'refund.failed', 'charge.dispute.create', 'x')
		fc.assert(
			fc.property(event, data, (name, value) => {
				const found = read(name, value)
				expect(found?.event).toBe(name)
				expect(found?.dedupeKey.startsWith(`${name}:`)).toBe(true)
			}),
			{ numRuns: 1_000 },
		)
		fc.assert(
			fc.property(fc.string(), (body) => {
				readPaystackEvent(body)
			}),
		)
	})
})

const readDispute = (data: object) =>
	readDisputeDetails(JSON.stringify({ event: 'charge.dispute.create', data }))

test('a dispute tells its sum, its kind, and until when it is to be answered', () => {
	const told = {
		...{ id: 358_950, refund_amount: 5_800, status: 'awaiting-merchant-feedback', resolution: null },
		...{ category: 'chargeback', dueAt: '2026-11-25T18:00:00.000Z', created_at: '2026-11-24T13:46:57.000Z' },
	}
	const expected = {
		...{ isLost: false, amountKobo: 5_800, category: 'chargeback' },
		...{ dueAt: Date.UTC(2026, 10, 25, 18), openedAt: Date.UTC(2026, 10, 24, 13, 46, 57) },
	}
	expect(readDispute(told)).toEqual(expected)
	const { dueAt, created_at, ...others } = told
	expect(readDispute({ ...others, due_at: dueAt, createdAt: created_at })).toEqual(expected)
	expect(readDispute({ ...others, dueAt: '2026-11-25T19:00:00+01:00' }).dueAt).toBe(expected.dueAt)
})

test.each([
	['merchant-accepted', true],
	['auto-accepted', true],
	['declined', false],
	[null, false],
	['', false],
])('a resolution of %j: lost is %s', (resolution, isLost) => {
	expect(readDispute({ status: 'resolved', resolution }).isLost).toBe(isLost)
	expect(readDispute({ status: resolution }).isLost).toBe(isLost)
})

test.each([['soon'], ['2026-02-30T25:00:00Z'], [7], [{}], [''], [null], ['-000001-01-01T00:00:00Z']])(
	'an odd date is none: %j',
	(odd) => {
		expect(readDispute({ dueAt: odd, created_at: odd })).toMatchObject({ dueAt: null, openedAt: null })
	},
)
