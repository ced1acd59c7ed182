import { describe, expect, test } from 'vitest'
import { greetingAt } from '#app/domain/discovery/greeting.ts'
import { averageRating, priceRange, servicesAvailable } from '#app/domain/discovery/shop-words.ts'

describe('The price range of a card', () => {
	test('goes from the cheapest to the dearest service', () => {
		expect(priceRange(350_000, 2_800_000)).toBe('₦3,500 – ₦28,000')
	})

	test('is one price where all cost the same, and nothing where there is no service', () => {
		expect(priceRange(350_000, 350_000)).toBe('₦3,500')
		expect(priceRange(0, 0)).toBe('₦0')
		expect(priceRange(null, null)).toBeNull()
		expect([priceRange(null, 1), priceRange(1, null)]).toEqual([null, null])
	})

	test('stands beside a count that knows one from many', () => {
		expect([0, 1, 2].map(servicesAvailable)).toEqual([
			'0 services available',
			'1 service available',
			'2 services available',
		])
	})
})

describe('A rating', () => {
	test('is the average of true reviews, to one decimal, half up', () => {
		expect(averageRating(5, 1)).toBe(5)
		expect(averageRating(13, 3)).toBe(4.3)
		expect(averageRating(14, 3)).toBe(4.7)
		// 87 / 20 is 4.35, which binary numbers cannot hold.
		expect(averageRating(87, 20)).toBe(4.4)
	})

	test('is absent without a review: the shop is new', () => {
		expect(averageRating(0, 0)).toBeNull()
	})
})

test('The greeting changes at noon and at five in the afternoon', () => {
	expect([0, 11, 12, 16, 17, 23].map(greetingAt)).toEqual([
		'Good morning',
		'Good morning',
		'Good afternoon',
		'Good afternoon',
		'Good evening',
		'Good evening',
	])
})
