import { expect, test } from 'vitest'
import { readDisputeDetails } from '#app/domain/payments/paystack/paystack-event.server.ts'

const read = (data: object) => readDisputeDetails(JSON.stringify({ event: 'charge.dispute.create', data }))

test('a dispute tells its sum, its kind, and until when it is to be answered', () => {
	const told = {
		...{ id: 358_950, refund_amount: 5_800, status: 'awaiting-merchant-feedback', resolution: null },
		...{ category: 'chargeback', dueAt: '2026-11-25T18:00:00.000Z', created_at: '2026-11-24T13:46:57.000Z' },
	}
	const expected = {
		...{ isLost: false, amountKobo: 5_800, category: 'chargeback' },
		...{ dueAt: Date.UTC(2026, 10, 25, 18), openedAt: Date.UTC(2026, 10, 24, 13, 46, 57) },
	}
	expect(read(told)).toEqual(expected)
	const { dueAt, created_at, ...others } = told
	expect(read({ ...others, due_at: dueAt, createdAt: created_at })).toEqual(expected)
	expect(read({ ...others, dueAt: '2026-11-25T19:00:00+01:00' }).dueAt).toBe(expected.dueAt)
})

test.each([
	['merchant-accepted', true],
	['auto-accepted', true],
	['declined', false],
	[null, false],
	['', false],
])('a resolution of %j: lost is %s', (resolution, isLost) => {
	expect(read({ status: 'resolved', resolution }).isLost).toBe(isLost)
	expect(read({ status: resolution }).isLost).toBe(isLost)
})

test.each([['soon'], ['2026-02-30T25:00:00Z'], [7], [{}], [''], [null], ['-000001-01-01T00:00:00Z']])(
	'an odd date is none: %j',
	(odd) => {
		expect(read({ dueAt: odd, created_at: odd })).toMatchObject({ dueAt: null, openedAt: null })
	},
)
