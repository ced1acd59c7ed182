import { describe, expect, test } from 'vitest'
import type { PartRefund, Payment, Refund } from '#app/domain/payments/payment.ts'
import {
	findPaymentDifference,
	pairedRefunds,
	type RefundThere,
} from '#app/domain/payments/payment-difference.ts'
import type { VerifiedPayment } from '#app/domain/payments/payment-match.ts'
import { refundStatuses } from '#app/kernel/vocabulary/payments.ts'
import { openPayment, paidPayment, startedAt } from './some-payment.ts'

const listed: VerifiedPayment = {
	id: '4099260516',
	paymentReference: openPayment.paymentReference,
	status: 'success',
	amountKobo: 500_000,
	requestedKobo: 500_000,
	currency: 'NGN',
	mode: 'test',
	channel: 'card',
	feesKobo: 7_500,
	paidAt: startedAt,
	cardKey: null,
}
const refundThere: RefundThere = { refundId: 'r-1', status: 'processed', amountKobo: 500_000 }
const refundHere = (of: Partial<Refund> = {}) => paidPayment({}, { status: 'processed', ...of })
const part = (number: number, amountKobo: number, providerRefundId: string | null = null): PartRefund => ({
	part: number,
	reason: 'visit_changed',
	status: 'processed',
	amountKobo,
	requestedAt: startedAt,
	changedAt: startedAt,
	providerRefundId,
})

function difference(
	payment: Payment,
	{
		there = {},
		refunds = [],
		isPast = false,
	}: { there?: Partial<VerifiedPayment>; refunds?: RefundThere[]; isPast?: boolean } = {},
) {
	return findPaymentDifference({ ...listed, ...there }, payment, { refunds, isPast })
}

describe('money that Paystack has and we do not know of', () => {
	test('is settled, unless it was given up here or its time has passed', () => {
		expect(difference(openPayment)).toBe('paid_not_settled')
		expect(difference({ ...openPayment, status: 'closed' })).toBe('closed_although_paid')
		expect(difference({ ...openPayment, status: 'not_started' })).toBe('closed_although_paid')
		expect(difference(openPayment, { isPast: true })).toBe('paid_for_past_start')
	})

	test('must not become a booking when it is on its way back', () => {
		expect(difference(openPayment, { refunds: [refundThere], isPast: true })).toBe('refund_unknown_here')
	})

	test('is none where nothing came, or all of it went back', () => {
		for (const status of ['failed', 'reversed', 'abandoned'] as const)
			expect(difference(openPayment, { there: { status }, refunds: [refundThere] })).toBeNull()
	})
})

describe('money that both know of', () => {
	test('makes no difference when it is what was agreed, also where the payer bore the fee', () => {
		expect(difference(paidPayment())).toBeNull()
		expect(difference(paidPayment(), { there: { amountKobo: 507_500 } })).toBeNull()
	})

	test('has to have arrived there', () => {
		expect(difference(paidPayment(), { there: { status: 'failed' } })).toBe('not_paid_there')
	})

	test('is the same amount in the same currency', () => {
		expect(difference(paidPayment({ amountKobo: 400_000 }))).toBe('amount_differs')
		expect(difference(paidPayment(), { there: { currency: 'USD' } })).toBe('amount_differs')
		// Not what was agreed, and taken as it came.
		const less = { amountKobo: 400_000, requestedKobo: 400_000 }
		expect(difference(paidPayment({ amountKobo: 400_000 }), { there: less })).toBeNull()
		expect(difference(paidPayment(), { there: less })).toBe('amount_differs')
	})
})

describe('a refund', () => {
	test('makes no difference when both have it with one amount and status', () => {
		expect(difference(refundHere(), { refunds: [refundThere] })).toBeNull()
		expect(difference(refundHere(), { there: { status: 'reversed' }, refunds: [refundThere] })).toBeNull()
	})

	test('that only Paystack has, or that its payment went back with, is unknown here', () => {
		expect(difference(paidPayment(), { refunds: [refundThere] })).toBe('refund_unknown_here')
		expect(difference(paidPayment(), { there: { status: 'reversed' } })).toBe('refund_unknown_here')
	})

	test('that was sent has to be there, unless the whole payment went back', () => {
		const missing = refundStatuses.filter((status) => difference(refundHere({ status })) !== null)
		expect(missing).toEqual(['pending', 'processing', 'processed'])
		expect(difference(refundHere())).toBe('refund_not_there')
		expect(difference(refundHere(), { there: { status: 'reversed' } })).toBeNull()
	})

	test('may differ in its amount or its status', () => {
		const there = [refundThere]
		expect(difference(refundHere({ amountKobo: 1 }), { refunds: there })).toBe('refund_amount_differs')
		expect(difference(refundHere({ status: 'pending' }), { refunds: there })).toBe('refund_status_differs')
	})

	test('D53: of differences that are all that came leaves nothing to be known of', () => {
		const all = { ...paidPayment({ leftKobo: 0 }), partRefunds: [part(1, 500_000)] }
		const second = { ...refundThere, refundId: 'r-2', amountKobo: 1 }
		expect(difference(all, { refunds: [refundThere, second] })).toBeNull()
		expect(difference(all)).toBe('refund_not_there')
		const some = { ...paidPayment({ leftKobo: 1 }), partRefunds: [part(1, 500_000)] }
		expect(difference(some, { refunds: [refundThere, second] })).toBe('refund_unknown_here')
	})
})

test('refunds are paired by number, else by amount, and the whole one takes what is left', () => {
	const [small, large] = [
		{ ...refundThere, refundId: 'small', amountKobo: 100 },
		{ ...refundThere, refundId: 'large', amountKobo: 900 },
	]
	const payment = { ...refundHere(), partRefunds: [part(1, 900), part(2, 5, 'small'), part(3, 900)] }
	const pairs = pairedRefunds(payment, [refundThere, small, large])
	expect(pairs.map((pair) => [pair.part, pair.here?.amountKobo, pair.there?.refundId ?? null])).toEqual([
		[1, 900, 'large'],
		[2, 5, 'small'],
		[3, 900, null],
		[0, 500_000, 'r-1'],
	])
	expect(pairedRefunds(paidPayment(), [])).toEqual([{ part: 0, here: null, there: null }])
})
