import { describe, expect, test } from 'vitest'
import { isFeatured } from '#app/domain/discovery/featured.ts'

describe('A shop is featured', () => {
	const range = { featuredFrom: '2026-11-20', featuredUntil: '2026-11-22' }

	test('from the first to the last day, both included', () => {
		const days = ['2026-11-19', '2026-11-20', '2026-11-22', '2026-11-23']
		expect(days.map((today) => isFeatured(range, today))).toEqual([false, true, true, false])
	})

	test('with an open beginning it has begun; without an end it is not featured', () => {
		expect(isFeatured({ featuredFrom: null, featuredUntil: '2026-11-22' }, '2020-01-01')).toBe(true)
		expect(isFeatured({ featuredFrom: '2026-11-20', featuredUntil: null }, '2026-11-21')).toBe(false)
		expect(isFeatured({ featuredFrom: null, featuredUntil: null }, '2026-11-21')).toBe(false)
	})
})
