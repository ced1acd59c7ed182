import { expect, test } from 'vitest'
import { counted } from '#app/kernel/labels.ts'

test.each([
	[0, '0 shops'],
	[1, '1 shop'],
	[2, '2 shops'],
])('%i is said as one or as several: %s', (count, words) => {
	expect(counted(count, 'shop')).toBe(words)
})
