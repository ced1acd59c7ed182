import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
	plausiblePaidAt,
	type VerifiedPayment,
	verifiedStatuses,
	verifyPaymentMatch,
} from '#app/domain/payments/payment-match.ts'

const attempt = { paymentReference: 'wk-ONE', amountKobo: 1_785_400, currency: 'NGN', mode: 'live' } as const
const paid: VerifiedPayment = {
	id: '4099260516',
	paymentReference: 'wk-ONE',
	status: 'success',
	amountKobo: 1_785_400,
	requestedKobo: 1_785_400,
	currency: 'NGN',
	mode: 'live',
	channel: 'card',
	feesKobo: 27_189,
	paidAt: 0,
	cardKey: null,
}
const judged = (change: Partial<VerifiedPayment>) => verifyPaymentMatch({ ...paid, ...change }, attempt)

describe('a payment', () => {
	test('is one when it is what was asked for', () => expect(judged({})).toBe('paid'))

	test('is one when the customer bore the fee on top of it', () =>
		expect(judged({ amountKobo: 1_812_589 })).toBe('paid'))

	test.each<[string, Partial<VerifiedPayment>]>([
		['a kobo less was paid', { amountKobo: 1_785_399 }],
		['a kobo less was asked', { requestedKobo: 1_785_399 }],
		['a kobo more was asked', { requestedKobo: 1_785_401, amountKobo: 1_785_401 }],
		[
			'more was paid than asked, where Paystack does not tell them apart',
			{ requestedKobo: 1_812_589, amountKobo: 1_812_589 },
		],
		['nothing was paid', { amountKobo: 0, requestedKobo: 0 }],
	])('of another amount is none: %s', (_, change) => expect(judged(change)).toBe('amount_mismatch'))

	test.each(['USD', 'GHS', 'ngn', ''])('in another currency is none: %j', (currency) =>
		expect(judged({ currency })).toBe('currency_mismatch'),
	)

	test('with a test card is none on a live key, and the other way round', () => {
		expect(judged({ mode: 'test' })).toBe('wrong_mode')
		expect(verifyPaymentMatch(paid, { ...attempt, mode: 'test' })).toBe('wrong_mode')
	})

	test.each(['wk-TWO', 'wk-one', '', 'wk-ONE '])('of another reference is none: %j', (paymentReference) =>
		expect(judged({ paymentReference })).toBe('wrong_reference'),
	)

	test.each([
		['failed', 'failed'],
		['reversed', 'reversed'],
		['abandoned', 'unfinished'],
		['pending', 'unfinished'],
	] as const)('that is %s is %s', (status, judgement) => {
		expect(judged({ status })).toBe(judgement)
		// Before there is money, its amount says nothing.
		expect(judged({ status, amountKobo: 0, currency: 'USD' })).toBe(judgement)
	})

	test('of another reference or mode says nothing about ours, whatever became of it', () => {
		for (const status of verifiedStatuses) {
			expect(judged({ status, paymentReference: 'wk-TWO', mode: 'test' })).toBe('wrong_reference')
			expect(judged({ status, mode: 'test' })).toBe('wrong_mode')
		}
	})

	test('is never one unless everything fits', () => {
		const anyOf = <Value>(right: Value, ...wrong: Value[]) => fc.constantFrom(right, ...wrong)
		const kobo = fc.oneof(fc.constant(attempt.amountKobo), fc.nat(4_000_000))
		fc.assert(
			fc.property(
				fc.record({
					paymentReference: anyOf('wk-ONE', 'wk-TWO'),
					status: fc.constantFrom(...verifiedStatuses),
					currency: anyOf('NGN', 'USD'),
					mode: anyOf<'live' | 'test'>('live', 'test'),
					amountKobo: kobo,
					requestedKobo: kobo,
				}),
				(change) => {
					const fits =
						change.paymentReference === attempt.paymentReference &&
						change.status === 'success' &&
						change.currency === 'NGN' &&
						change.mode === 'live' &&
						change.requestedKobo === attempt.amountKobo &&
						change.amountKobo >= attempt.amountKobo
					expect(judged(change) === 'paid').toBe(fits)
				},
			),
			{ numRuns: 2_000 },
		)
	})
})

test.each([
	['an hour after the attempt', 3_600_000, 3_600_000],
	['a day before it', -86_400_000, -86_400_000],
	['more than a day before it', -86_400_001, null],
	['a day after now', 7_200_000 + 86_400_000, 7_200_000 + 86_400_000],
	['the year 275760', 8_640_000_000_000_000, null],
	['nothing', null, null],
])('F14: a date of payment %s counts only near the attempt', (_, paidAt, counts) => {
	expect(plausiblePaidAt({ paidAt }, { createdAt: 0 }, 7_200_000)).toBe(counts)
})
