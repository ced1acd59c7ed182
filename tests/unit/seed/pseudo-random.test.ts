import { expect, test } from 'vitest'
import { pseudoRandom, seededReference } from '#db/seed/pseudo-random.ts'

test('the same seed gives the same numbers, another seed gives others', () => {
	const draw = (seed: string) => {
		const random = pseudoRandom(seed)
		return Array.from({ length: 20 }, () => random.below(1_000))
	}
	expect(draw('ade-hair-studio')).toEqual(draw('ade-hair-studio'))
	expect(draw('ade-hair-studio')).not.toEqual(draw('itura-spa'))
})

test('numbers spread over their whole range and never leave it', () => {
	const random = pseudoRandom('spread')
	const seen = new Set(Array.from({ length: 1_000 }, () => random.below(10)))
	expect([...seen].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a hundred thousand reference numbers are different, and readable over the phone', () => {
	const references = new Set<string>()
	for (let n = 0; n < 100_000; n++) references.add(seededReference(n))
	expect(references.size).toBe(100_000)
	for (const reference of references) expect(reference).toMatch(/^[A-HJ-NP-Z2-9]{3}-[A-HJ-NP-Z2-9]{4}$/)
})
