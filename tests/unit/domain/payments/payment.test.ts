import { describe, expect, test } from 'vitest'
import {
	alertLine,
	findPaymentHold,
	isOfferOpen,
	paidAheadKobo,
	startedPayment,
} from '#app/domain/payments/payment.ts'
import { openPayment, paidPayment, startedAt } from './some-payment.ts'

test('the payment page that is shown again is the newest that was opened and of which no money has come', () => {
	const older = { ...openPayment, paymentReference: 'wk-OLD' }
	const unopened = { ...openPayment, authorizationUrl: null }
	expect(startedPayment([unopened, paidPayment(), openPayment, older])).toBe(openPayment)
	expect(startedPayment([unopened, paidPayment()])).toBeNull()
	expect(startedPayment([])).toBeNull()
})

test('a line for the operator begins in the way that operators search for', () => {
	expect(alertLine('wk-ONE', 'it was paid twice')).toBe('ALERT payment wk-ONE: it was paid twice')
})

test('an offer without an end is not open', () => {
	expect(isOfferOpen({ outcome: 'offered', offerExpiresAt: null }, -1)).toBe(false)
})

test('a payment is held by a dispute, and by a part that waits for a person, and only once money has come', () => {
	const [disputed, partBack] = [{ disputedAt: startedAt }, { isPartUndecided: true }]
	const payments = [
		null,
		openPayment,
		...[{}, disputed, partBack, { ...disputed, ...partBack }].map((one) => paidPayment(one)),
	]
	expect(payments.map(findPaymentHold)).toEqual([null, null, null, 'disputed', 'part_back', 'disputed'])
})

describe('D53: the money prepaid for a visit', () => {
	test('is what the visit asks for, or the more that it still has', () => {
		expect(paidAheadKobo(300_000, null)).toBe(300_000)
		expect(paidAheadKobo(300_000, openPayment)).toBe(300_000)
		expect(paidAheadKobo(300_000, paidPayment())).toBe(500_000)
		expect(paidAheadKobo(300_000, paidPayment({ leftKobo: 200_000 }))).toBe(300_000)
		expect(paidAheadKobo(300_000, paidPayment({ outcome: 'offered' }))).toBe(300_000)
	})

	test('is what went back once it was cancelled, and not what went back for another reason', () => {
		expect(paidAheadKobo(300_000, paidPayment({}, { amountKobo: 100_000 }))).toBe(100_000)
		const other = paidPayment({}, { amountKobo: 100_000, reason: 'time_lost' })
		expect(paidAheadKobo(300_000, other)).toBe(500_000)
	})
})
