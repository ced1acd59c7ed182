import { expect, test } from 'vitest'
import { cashbackLines, cashbackSpentLines } from '#app/domain/loyalty/cashback-lines.ts'

const credit = { shopId: 'ade', cashbackAccountId: 'ada-at-ade', amountKobo: 500 }

test('cashback that is given is the expense of its shop, and owed to the customer’s account', () => {
	expect(cashbackLines(credit)).toEqual([
		{ account: { kind: 'shop_cashback', owner: 'ade', currency: 'NGN' }, amountKobo: 500 },
		{ account: { kind: 'cashback', owner: 'ada-at-ade', currency: 'NGN' }, amountKobo: -500 },
	])
})

test('cashback that is spent is owed no more, and is the shop’s takings', () => {
	expect(cashbackSpentLines(credit)).toEqual([
		{ account: { kind: 'cashback', owner: 'ada-at-ade', currency: 'NGN' }, amountKobo: 500 },
		{ account: { kind: 'cashback_spent', owner: 'ade', currency: 'NGN' }, amountKobo: -500 },
	])
})
