import { expect, test } from 'vitest'
import { beginsWithWorth } from '#app/domain/loyalty/reward-words.ts'

test.each([
	['Free wash and set', 'Free Wash and set', true],
	['10% off your next visit', '10% off', true],
	['A birthday present', '10% off', false],
	['Now 10% off', '10% off', false],
])('whether %j says %j already: %j', (description, worth, isSaid) => {
	expect(beginsWithWorth(description, worth)).toBe(isSaid)
})
