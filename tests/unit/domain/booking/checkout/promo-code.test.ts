import { expect, test } from 'vitest'
import {
	discountAmount,
	isPromoCurrent,
	normalizePromoCode,
	type PromoCode,
} from '#app/domain/booking/checkout/promo-code.ts'

const now = 1_000_000
const promo: PromoCode = {
	id: 'promo',
	code: 'WELCOME',
	discountType: 'percent',
	discountValue: 10,
	minimumAmountKobo: 0,
	isActive: true,
	expiresAt: null,
	maxUses: null,
	currentUses: 5,
}

test('a code counts while it is active, has not expired and is not used up', () => {
	const counts = (change: Partial<PromoCode>) => isPromoCurrent({ ...promo, ...change }, now)
	expect(counts({})).toBe(true)
	expect(counts({ isActive: false })).toBe(false)
	expect(counts({ expiresAt: now + 1 })).toBe(true)
	expect(counts({ expiresAt: now })).toBe(false)
	expect(counts({ maxUses: 6 })).toBe(true)
	expect(counts({ maxUses: 5 })).toBe(false)
	expect(counts({ maxUses: 0, currentUses: 0 })).toBe(false)
})

test('a minimum is met by exactly that amount', () => {
	const rule = { ...promo, minimumAmountKobo: 500_000 }
	expect(discountAmount(rule, 500_000)).toBe(50_000)
	expect(discountAmount(rule, 499_999)).toBeNull()
})

test('an amount is taken off as it is, and never more than there is', () => {
	const amount = { ...promo, discountType: 'amount', discountValue: 30_000 } as const
	expect(discountAmount(amount, 500_000)).toBe(30_000)
	expect(discountAmount(amount, 20_000)).toBe(20_000)
})

test('a typed code is compared in upper case, without spaces, whatever keyboard wrote it', () => {
	for (const typed of ['welcome10', ' WELCOME10 ', 'Welcome 10', 'ＷＥＬＣＯＭＥ１０', 'wel\u00a0come\t10'])
		expect(normalizePromoCode(typed)).toBe('WELCOME10')
	expect(normalizePromoCode('   ')).toBe('')
})
