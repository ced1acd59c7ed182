import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PaymentDue } from '#app/domain/payouts/payment-due.ts'
import { leastNetKobo, MAX_ROWS, payableRows, plannedPayout } from '#app/domain/payouts/payout-plan.ts'
import { netAmount, sumShares } from '#app/domain/payouts/payout-share.ts'

const share = (earnedKobo: number) => ({ earnedKobo, tipKobo: 0, commissionKobo: 0, paymentFeeKobo: 0 })
const due = (paymentReference: string, earnedKobo: number, dueAt = 0): PaymentDue => ({
	paymentReference,
	share: share(earnedKobo),
	state: earnedKobo < 0 ? 'debt' : 'due',
	reason: earnedKobo < 0 ? 'given_back' : 'completed',
	dueAt,
})
const rules = { minimumKobo: 100_000, transferFeeBearer: 'operator' as const }
const names = (dues: PaymentDue[]) => plannedPayout(dues, rules)?.rows.map((row) => row.paymentReference)

describe('D57, D59: the next payout', () => {
	test('debts come first, then the oldest; equal ones by their reference', () => {
		const dues = [due('b', 200_000, 2), due('debt', -50_000, 9), due('a', 200_000, 2), due('old', 100_000, 1)]
		expect(names(dues)).toEqual(['debt', 'old', 'a', 'b'])
	})

	test('exactly the minimum is paid, a kobo less is not, debts taken off', () => {
		expect(names([due('a', 100_000)])).toEqual(['a'])
		expect(names([due('a', 99_999)])).toBeUndefined()
		expect(names([due('a', 150_000), due('debt', -50_001)])).toBeUndefined()
	})

	test('in debt nothing is paid, whatever the minimum', () => {
		expect(plannedPayout([due('debt', -1)], { ...rules, minimumKobo: 0 })).toBeNull()
		expect(plannedPayout([due('a', 5), due('debt', -5)], { ...rules, minimumKobo: 0 })).toBeNull()
	})

	test.each([
		['shop', 1_001],
		['operator', 1],
	] as const)(
		'nothing to send is nothing: where the %s bears the fee, %i kobo are paid and less is not',
		(transferFeeBearer, least) => {
			const smallest = { minimumKobo: 100, transferFeeBearer }
			expect(leastNetKobo(smallest)).toBe(Math.max(100, least))
			expect(plannedPayout([due('a', least - 1)], { ...smallest, minimumKobo: 1 })).toBeNull()
			expect(plannedPayout([due('a', least)], { ...smallest, minimumKobo: 1 })).toMatchObject({
				amountKobo: 1,
			})
		},
	)

	test('what is held, later, on its way or settled is in no payout', () => {
		const others: PaymentDue[] = [
			{ paymentReference: 'held', share: share(1), state: 'held', why: 'dispute' },
			{ paymentReference: 'later', share: share(1), state: 'later', reason: 'not_closed', dueAt: 5 },
			{ paymentReference: 'gone', share: share(1), state: 'on_its_way' },
		]
		expect(names([...others, due('a', 100_000)])).toEqual(['a'])
	})

	test.each([
		[500_000, 1_000],
		[500_001, 2_500],
		[5_000_000, 2_500],
		[5_000_001, 5_000],
	])('the shop bears the fee of sending %i kobo where its terms say so', (netKobo, feeKobo) => {
		const plan = plannedPayout([due('a', netKobo)], { ...rules, transferFeeBearer: 'shop' })
		expect(plan).toMatchObject({ transferFeeKobo: feeKobo, amountKobo: netKobo - feeKobo })
		expect(plannedPayout([due('a', netKobo)], rules)).toMatchObject({
			transferFeeKobo: 0,
			amountKobo: netKobo,
		})
	})

	test('a payout has so many rows at most, all debts of them', () => {
		const many = Array.from({ length: MAX_ROWS + 20 }, (_, n) => due(`due-${n}`, 10_000, n))
		const plan = plannedPayout([...many, due('debt', -5_000, 1_000_000)], rules)
		expect(plan?.rows).toHaveLength(MAX_ROWS)
		expect(plan?.rows[0]?.paymentReference).toBe('debt')
		expect(plan?.rows.at(-1)?.paymentReference).toBe(`due-${MAX_ROWS - 2}`)
	})
})

test('a shop with more debts than a payout has rows is still paid when it is due more than it owes', () => {
	const debts = Array.from({ length: MAX_ROWS }, (_, n) => due(`debt-${n}`, -1_000, n))
	const dues = Array.from({ length: 10 }, (_, n) => due(`due-${n}`, 200_000, n))
	expect(plannedPayout([...debts, ...dues], rules)).not.toBeNull()
})

test('any dues, paid out until nothing is left: each once, and all of them come to what was due', () => {
	const anyDues = fc.array(fc.integer({ min: -30_000, max: 300_000 }).filter(Boolean), { maxLength: 40 })
	fc.assert(
		fc.property(anyDues, (amounts) => {
			let left = amounts.map((kobo, n) => due(`p${n}`, kobo, n % 5))
			const whole = amounts.reduce((sum, kobo) => sum + kobo, 0)
			const plan = plannedPayout(left, { ...rules, minimumKobo: 1 })
			if (whole < 1) {
				expect(plan).toBeNull()
				return
			}
			expect(plan?.amountKobo).toBe(whole)
			const paid = new Set(plan?.rows.map((row) => row.paymentReference))
			left = left.filter(({ paymentReference }) => !paid.has(paymentReference))
			expect(left).toEqual([])
			expect(
				netAmount(
					sumShares(payableRows(amounts.map((kobo, n) => due(`p${n}`, kobo))).map((row) => row.share)),
				),
			).toBe(whole)
		}),
	)
})
