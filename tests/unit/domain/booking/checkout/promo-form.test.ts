import { expect, test } from 'vitest'
import {
	discountWords,
	type PromoCode,
	promoStateWords,
	usesWords,
} from '#app/domain/booking/checkout/promo-code.ts'
import {
	changedPromo,
	discountValue,
	newPromoFormSchema,
	promoFormSchema,
	readSeenPromo,
	seenPromo,
} from '#app/domain/booking/checkout/promo-form.server.ts'

const act = 'AHv6xgSI3IZcnX39ZJMI9A'
const typed = { act, code: ' welcome 10', discountType: 'percent', discount: '10 %' }

test('a promo code is read as people type it; what is left empty has no limit', () => {
	expect(newPromoFormSchema.parse(typed)).toMatchObject({
		...{ code: 'WELCOME10', maxUses: null, minimum: 0, lastDay: null, isActive: false },
	})
	expect(
		promoFormSchema.parse({ act, maxUses: '20', minimum: '5k', lastDay: '2026-12-31', isActive: 'on' }),
	).toMatchObject({ maxUses: 20, minimum: 500_000, lastDay: '2026-12-31', isActive: true })
})

test.each([
	[{ code: 'AB' }, 'A code has 3 to 20 letters, digits or hyphens'],
	[{ code: 'TEN%OFF' }, 'A code has 3 to 20 letters, digits or hyphens'],
	[{ discountType: 'half' }, 'Choose what it takes off'],
	[{ discount: '101' }, 'Type a whole percentage from 1 to 100'],
	[{ discount: '0' }, 'Type a whole percentage from 1 to 100'],
	[{ discountType: 'amount', discount: '0' }, 'Type an amount in naira, such as 500'],
	[{ discountType: 'amount', discount: '10%' }, 'Type an amount in naira, such as 500'],
	[{ maxUses: '0' }, 'Uses in all must be a whole number from 1 to 1,000,000'],
	[{ minimum: 'much' }, 'Type the lowest price in naira, such as 5,000'],
	[{ lastDay: '2026-02-30' }, 'Choose a date'],
])('%j is refused in words', (wrong, words) => {
	const read = newPromoFormSchema.safeParse({ ...typed, ...wrong })
	expect(read.error?.issues.map(({ message }) => message)).toEqual([words])
})

test('a typed discount is percent or kobo', () => {
	expect(discountValue('percent', '100')).toBe(100)
	expect(discountValue('percent', '1.5')).toBeNull()
	expect(discountValue('amount', '₦1,500')).toBe(150_000)
	expect(discountValue('amount', '100,000,001')).toBeNull()
})

test('what became of a code is said field by field; customers’ uses are no change of the shop', () => {
	const row = { isActive: true, expiresAt: null, maxUses: 20, minimumAmountKobo: 0, currentUses: 1 }
	const seen = readSeenPromo(seenPromo(row))
	expect(seen).not.toHaveProperty('currentUses')
	const expiresAt = Date.UTC(2026, 11, 31, 23)
	const current = { ...row, isActive: false, expiresAt, maxUses: null, currentUses: 2 }
	expect(seen && changedPromo(seen, current, 'Africa/Lagos')).toEqual([
		{ label: 'Customers can use it', now: 'no' },
		{ label: 'Last day', now: 'Dec 31, 2026' },
		{ label: 'Uses in all', now: 'no limit' },
	])
	expect(readSeenPromo('{"isActive":1}')).toBeNull()
})

test('a code says what it takes off, how often it was used, and why it takes nothing off', () => {
	expect(discountWords({ discountType: 'percent', discountValue: 10 })).toBe('10% off')
	expect(discountWords({ discountType: 'amount', discountValue: 50_000 })).toBe('₦500 off')
	expect(usesWords({ currentUses: 3, maxUses: 20 })).toBe('Used 3 of 20 times')
	expect(usesWords({ currentUses: 0, maxUses: 1 })).toBe('Used 0 of 1 time')
	expect([0, 1, 2].map((currentUses) => usesWords({ currentUses, maxUses: null }))).toEqual([
		'Not used yet',
		'Used once',
		'Used 2 times',
	])
	const promo: PromoCode = {
		...{ id: 'p', code: 'TEN', discountValue: 10, minimumAmountKobo: 0 },
		...{ isActive: true, expiresAt: 10, maxUses: 2, currentUses: 1 },
		discountType: 'percent',
	}
	expect(promoStateWords(promo, 9)).toBeNull()
	expect(promoStateWords(promo, 10)).toBe('Over')
	expect(promoStateWords({ ...promo, currentUses: 2 }, 9)).toBe('Used up')
	expect(promoStateWords({ ...promo, isActive: false }, 9)).toBe('Off')
})
