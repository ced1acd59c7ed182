import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitsBetween, countBits, halfHourFrom, halfHourUpTo } from '#app/domain/availability/half-hours.ts'

const bound = fc.integer({ min: -60, max: 60 })

test('a stretch of half-hours is each of them, and nothing beyond the ends', () => {
	fc.assert(
		fc.property(bound, bound, (from, to) => {
			const one = Array.from({ length: 24 }, (_, bit) => (bit >= from && bit <= to ? 1 << bit : 0))
			const word = one.reduce((sum, bit) => sum + bit, 0)
			expect(bitsBetween(from, to)).toBe(word)
			expect(countBits(word)).toBe(one.filter((bit) => bit !== 0).length)
		}),
	)
})

test('the half-hours around a minute are found, before the day and after it too', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: -600_000, max: 600_000 }),
			fc.integer({ min: 0, max: 29 }),
			(minute, phase) => {
				expect(halfHourUpTo(minute, phase)).toBe(Math.floor((minute - phase) / 30))
				expect(halfHourFrom(minute, phase)).toBe(Math.ceil((minute - phase) / 30) + 0)
			},
		),
	)
})
