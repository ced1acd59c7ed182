import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
	earnedLines,
	type LedgerLine,
	receivedLines,
	refundedLines,
	reversedLines,
} from '#app/domain/payments/ledger-lines.ts'

const paymentReference = 'wkt-1'
const currency = 'NGN'

/** Balances as `LedgerLine` says them: debits above zero. */
function balances(...entries: LedgerLine[][]): Record<string, number> {
	const sums: Record<string, number> = {}
	for (const { account, amountKobo } of entries.flat()) {
		const name = account.owner === '' ? account.kind : `${account.kind} of ${account.owner}`
		sums[name] = (sums[name] ?? 0) + amountKobo
	}
	return sums
}

describe('what is written when', () => {
	test('₦10,000 arrive of which Paystack keeps ₦250: the fee is our expense', () => {
		const paid = receivedLines({
			paymentReference,
			currency,
			owedKobo: 1_000_000,
			paidKobo: 1_000_000,
			feeKobo: 25_000,
		})
		expect(balances(paid)).toEqual({
			paystack: 975_000,
			paystack_fees: 25_000,
			'customer_money of wkt-1': -1_000_000,
		})
	})

	test('the customer bears the fee on top: it costs us nothing, and no line says so', () => {
		const paid = receivedLines({
			paymentReference,
			currency,
			owedKobo: 1_000_000,
			paidKobo: 1_025_000,
			feeKobo: 25_000,
		})
		expect(balances(paid)).toEqual({ paystack: 1_000_000, 'customer_money of wkt-1': -1_000_000 })
	})

	test('it becomes a visit: the shop is due all but the tip, which is the staff’s', () => {
		const earned = earnedLines({
			paymentReference,
			currency,
			shopId: 'ade',
			amountKobo: 1_000_000,
			tipKobo: 100_000,
		})
		expect(balances(earned)).toEqual({
			'customer_money of wkt-1': 1_000_000,
			'shop_due of ade': -900_000,
			'staff_tips of ade': -100_000,
		})
	})

	test('without a tip the staff have no line, and a payment that is all tip leaves the shop without one', () => {
		const amountKobo = 50_000
		const names = (tipKobo: number) =>
			earnedLines({ paymentReference, currency, shopId: 'ade', amountKobo, tipKobo }).map(
				({ account }) => account.kind,
			)
		expect(names(0)).toEqual(['customer_money', 'shop_due'])
		expect(names(50_000)).toEqual(['customer_money', 'staff_tips'])
	})
})

describe('whatever the amounts', () => {
	const amountKobo = fc.integer({ min: 1, max: 1_000_000_000_000 })
	const payments = fc
		.record({
			amountKobo,
			feeShare: fc.integer({ min: 0, max: 100 }),
			borneShare: fc.integer({ min: 0, max: 100 }),
			tipShare: fc.integer({ min: 0, max: 100 }),
		})
		.map((one) => {
			const feeKobo = Math.floor((one.amountKobo * one.feeShare) / 100)
			return {
				paymentReference,
				currency,
				shopId: 'ade',
				amountKobo: one.amountKobo,
				owedKobo: one.amountKobo,
				feeKobo,
				paidKobo: one.amountKobo + Math.floor((feeKobo * one.borneShare) / 100),
				tipKobo: Math.floor((one.amountKobo * one.tipShare) / 100),
			}
		})
	type Payment = typeof payments extends fc.Arbitrary<infer One> ? One : never
	const acts = [receivedLines, earnedLines, reversedLines, refundedLines] as const
	const entriesOf = (payment: Payment) => acts.map((linesOf) => linesOf(payment))

	test('an entry sums to zero, in whole kobo, with two lines at least and one for each account', () => {
		fc.assert(
			fc.property(payments, (payment) => {
				for (const lines of entriesOf(payment)) {
					expect(lines.reduce((sum, line) => sum + line.amountKobo, 0)).toBe(0)
					expect(lines.length).toBeGreaterThanOrEqual(2)
					expect(lines.every((line) => Number.isSafeInteger(line.amountKobo) && line.amountKobo !== 0)).toBe(
						true,
					)
					expect(new Set(lines.map(({ account }) => JSON.stringify(account))).size).toBe(lines.length)
				}
			}),
			{ numRuns: 1_000 },
		)
	})

	test('money that came, was booked, given back and returned leaves nobody anything but Paystack’s fee', () => {
		fc.assert(
			fc.property(payments, (payment) => {
				const { paystack = 0, paystack_fees = 0, ...owed } = balances(...entriesOf(payment))
				expect(Object.values(owed).every((sum) => sum === 0)).toBe(true)
				// Paystack keeps the fee of a refunded payment: its balance falls by that fee.
				expect(paystack_fees).toBe(payment.feeKobo - (payment.paidKobo - payment.amountKobo))
				expect(paystack + paystack_fees).toBe(0)
			}),
			{ numRuns: 1_000 },
		)
	})

	test('on no step of its way is more owed than came, and nothing owed falls below zero', () => {
		fc.assert(
			fc.property(payments, (payment) => {
				const entries = entriesOf(payment)
				for (let steps = 1; steps <= entries.length; steps++) {
					const { paystack: _, paystack_fees: __, ...owed } = balances(...entries.slice(0, steps))
					const amounts = Object.values(owed).map((sum) => -sum)
					expect(amounts.every((one) => one >= 0)).toBe(true)
					expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(
						steps === entries.length ? 0 : payment.amountKobo,
					)
				}
			}),
			{ numRuns: 1_000 },
		)
	})
})
