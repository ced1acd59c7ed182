import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountDueNow, asksForDeposit, depositFor, mustPrepay } from '#app/domain/booking/checkout/deposit.ts'

const none = { depositKind: 'none', depositValue: 0 } as const
const percent = (depositValue: number) => ({ depositKind: 'percent', depositValue }) as const
const amount = (depositValue: number) => ({ depositKind: 'amount', depositValue }) as const

describe('what is paid online now', () => {
	test('is all of it where the shop asks for no deposit', () => {
		for (const rule of [none, percent(0), amount(0), { depositKind: 'none', depositValue: 50 } as const]) {
			expect(asksForDeposit(rule)).toBe(false)
			expect(amountDueNow(rule, 333_300)).toBe(333_300)
		}
	})

	test('is a part of it, rounded half up to the whole naira', () => {
		// A quarter of ₦3,333 is ₦833.25, of ₦3,334 ₦833.50.
		expect(amountDueNow(percent(25), 333_300)).toBe(83_300)
		expect(amountDueNow(percent(25), 333_400)).toBe(83_400)
		expect(amountDueNow(percent(100), 333_300)).toBe(333_300)
	})

	test('is an amount, and never more than the visit costs', () => {
		expect(amountDueNow(amount(200_000), 500_000)).toBe(200_000)
		expect(amountDueNow(amount(200_000), 200_000)).toBe(200_000)
		expect(amountDueNow(amount(200_000), 150_050)).toBe(150_050)
		// Rounding up does not go beyond it either.
		expect(amountDueNow(percent(100), 150_050)).toBe(150_050)
	})

	test('is whole kobo between nothing and the total, whatever the rule', () => {
		const rule = fc.oneof(fc.constant(none), fc.nat(100).map(percent), fc.nat(100_000_000).map(amount))
		fc.assert(
			fc.property(rule, fc.nat(100_000_000), (asked, totalKobo) => {
				const dueKobo = amountDueNow(asked, totalKobo)
				expect(Number.isInteger(dueKobo)).toBe(true)
				expect(dueKobo).toBeGreaterThanOrEqual(0)
				expect(dueKobo).toBeLessThanOrEqual(totalKobo)
			}),
		)
	})
})

describe('somebody who missed visits', () => {
	const rule = { ...percent(20), prepayAfterNoShows: 2 }

	test('pays all in advance from as many on as the shop says, and a deposit until then', () => {
		expect([0, 1, 2, 3].map((missed) => mustPrepay(rule, missed))).toEqual([false, false, true, true])
		expect([1, 2].map((missed) => amountDueNow(depositFor(rule, missed), 500_000))).toEqual([
			100_000, 500_000,
		])
	})

	test('has to do nothing of the kind where the shop does not mind', () => {
		expect(mustPrepay({ ...none, prepayAfterNoShows: null }, 100)).toBe(false)
	})
})
