import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_TIP, priceDraft, tipAmount } from '#app/domain/booking/checkout/price-draft.ts'
import { type DiscountRule, discountAmount } from '#app/domain/booking/checkout/promo-code.ts'
import { KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import { tipPresetPercents } from '#app/kernel/vocabulary/booking.ts'

const item = (priceKobo: number, durationMinutes = 30) => ({
	id: `i${priceKobo}`,
	name: 'Item',
	priceKobo,
	durationMinutes,
})
const code = (rule: Partial<DiscountRule>) => ({
	kind: 'promo' as const,
	id: 'promo',
	code: 'CODE',
	discountType: 'percent' as const,
	discountValue: 10,
	minimumAmountKobo: 0,
	...rule,
})
const percentTip = (percent: number) => ({ kind: 'percent' as const, percent, customKobo: 0 })

describe('what a visit costs', () => {
	test('is its services and add-ons, less the discount, plus the tip', () => {
		expect(
			priceDraft({
				services: [item(500_000, 60), item(250_000, 45)],
				addOns: [item(1_500, 15)],
				saving: code({ discountValue: 10 }),
				cashbackKobo: 0,
				tip: percentTip(10),
			}),
		).toMatchObject({
			durationMinutes: 120,
			subtotalKobo: 751_500,
			// 10% of ₦7,515 is ₦751.50: to the whole naira, half up.
			discountKobo: 75_200,
			// 10% of ₦6,763.
			tipKobo: 67_600,
			totalKobo: 743_900,
			saving: { kind: 'promo', id: 'promo', code: 'CODE' },
			toPayKobo: 743_900,
		})
	})

	test('the tip is reckoned on what is left after the discount, and not on itself', () => {
		const quote = priceDraft({
			services: [item(1_000_000)],
			addOns: [],
			saving: code({ discountValue: 50 }),
			cashbackKobo: 0,
			tip: percentTip(20),
		})
		expect(quote.tipKobo).toBe(100_000)
		expect(quote.totalKobo).toBe(600_000)
	})

	test('a code under its minimum takes nothing off and is not named; add-ons count towards it, the tip does not', () => {
		const saving = code({ minimumAmountKobo: 600_000 })
		const tip = { kind: 'custom' as const, percent: 0, customKobo: 500_000 }
		const without = priceDraft({ services: [item(500_000)], addOns: [], saving, cashbackKobo: 0, tip })
		expect([without.saving, without.discountKobo, without.totalKobo]).toEqual([null, 0, 1_000_000])
		const reached = priceDraft({
			services: [item(500_000)],
			addOns: [item(100_000)],
			saving,
			cashbackKobo: 0,
			tip,
		})
		expect([reached.saving?.kind, reached.discountKobo, reached.totalKobo]).toEqual([
			'promo',
			60_000,
			1_040_000,
		])
	})

	test('an amount off is never more than there is to pay', () => {
		const saving = code({ discountType: 'amount', discountValue: 900_000 })
		const quote = priceDraft({
			services: [item(500_000)],
			addOns: [],
			saving,
			cashbackKobo: 0,
			tip: percentTip(25),
		})
		expect([quote.discountKobo, quote.tipKobo, quote.totalKobo]).toEqual([500_000, 0, 0])
	})

	test('nothing chosen costs nothing', () => {
		expect(
			priceDraft({ services: [], addOns: [], saving: null, cashbackKobo: 0, tip: NO_TIP }).totalKobo,
		).toBe(0)
	})

	test('always adds up, is never below zero, in whole kobo, and no discount is more than the subtotal', () => {
		const items = fc.array(fc.record({ priceKobo: fc.nat(50_000_000), durationMinutes: fc.nat(240) }), {
			maxLength: 6,
		})
		const promo = fc.option(
			fc.record({
				discountType: fc.constantFrom('percent' as const, 'amount' as const),
				discountValue: fc.integer({ min: 1, max: 100 }),
				minimumAmountKobo: fc.nat(100_000_000),
			}),
		)
		const tip = fc.oneof(
			fc.constant(NO_TIP),
			fc.constantFrom(...tipPresetPercents).map(percentTip),
			fc.nat(100_000_000).map((customKobo) => ({ kind: 'custom' as const, percent: 0, customKobo })),
		)
		fc.assert(
			fc.property(
				items,
				items,
				promo,
				tip,
				fc.nat(100_000_000),
				(services, addOns, rule, chosenTip, cashback) => {
					const named = (all: { priceKobo: number; durationMinutes: number }[]) =>
						all.map((one, i) => ({ ...one, id: String(i), name: '' }))
					const quote = priceDraft({
						services: named(services),
						addOns: named(addOns),
						saving: rule && code(rule),
						cashbackKobo: cashback,
						tip: chosenTip,
					})
					const { subtotalKobo, discountKobo, tipKobo, totalKobo, cashbackKobo, toPayKobo } = quote
					expect(totalKobo).toBe(subtotalKobo - discountKobo + tipKobo)
					for (const amount of [subtotalKobo, discountKobo, tipKobo, totalKobo, cashbackKobo, toPayKobo]) {
						expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)
					}
					expect(discountKobo).toBeLessThanOrEqual(subtotalKobo)
					// Cashback pays no tip, no more than there is of it, and is no discount (D36).
					expect(cashbackKobo).toBe(Math.min(cashback, totalKobo - tipKobo))
					expect(toPayKobo).toBe(totalKobo - cashbackKobo)
					expect(quote.saving === null).toBe(!rule || subtotalKobo < rule.minimumAmountKobo)
				},
			),
			{ numRuns: 2_000 },
		)
	})
})

test('percentages of discounts and tips are whole naira, half up, unless that is more than the amount', () => {
	expect(discountAmount(code({ discountValue: 15 }), 1_234_500)).toBe(185_200)
	expect(tipAmount(percentTip(15), 1_234_500)).toBe(185_200)
	expect(tipAmount(percentTip(10), 1_499)).toBe(100)
	expect(tipAmount(percentTip(10), 499)).toBe(0)
	// 100% of ₦0.50 rounds to ₦1, of which there is only half.
	expect(discountAmount(code({ discountValue: 100 }), 50)).toBe(50)
	fc.assert(
		fc.property(fc.nat(1_000_000_000), fc.constantFrom(...tipPresetPercents), (amountKobo, percent) => {
			const tipKobo = tipAmount(percentTip(percent), amountKobo)
			expect(tipKobo % KOBO_PER_NAIRA).toBe(0)
			expect(Math.abs(tipKobo - (amountKobo * percent) / 100)).toBeLessThanOrEqual(50)
		}),
	)
})
