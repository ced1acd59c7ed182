import { expect, test } from 'vitest'
import { contentId, newId, newReadableCode } from '#app/kernel/id.server.ts'

test('an id is 128 bits in 22 characters that are safe in a link, and never comes twice', () => {
	const ids = Array.from({ length: 5_000 }, newId)
	expect(ids.every((id) => /^[A-Za-z0-9_-]{22}$/.test(id))).toBe(true)
	expect(new Set(ids).size).toBe(ids.length)
})

test('a code has no letters that are mistaken for others, and every other one comes up about as often', () => {
	const letters = Array.from({ length: 4_000 }, () => newReadableCode(8)).join('')
	expect(letters).toMatch(/^[A-HJ-NP-Z2-9]+$/)
	const counts = new Map<string, number>()
	for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
	expect(counts.size).toBe(32)
	// 1,000 each are expected; chance alone leaves this range less than once in a billion runs.
	for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(220)
})

test('a code is as long as asked', () => {
	expect([4, 8, 12].map((length) => newReadableCode(length).length)).toEqual([4, 8, 12])
})

test('an id of a content is the same for the same text and another one for any other', async () => {
	const appointment = { services: ['cut'], tipKobo: 0, note: 'Ọ̀yọ́' }
	const ids = await Promise.all(
		[
			appointment,
			{ ...appointment },
			{ ...appointment, tipKobo: 1 },
			{ ...appointment, services: [] },
			'',
		].map((content) => contentId(JSON.stringify(content))),
	)
	expect(ids.every((id) => /^[A-Za-z0-9_-]{22}$/.test(id))).toBe(true)
	expect(ids[1]).toBe(ids[0])
	expect(new Set(ids).size).toBe(4)
	// For ever: ids of this kind are stored.
	expect(await contentId('a visit')).toBe('MVQxH2lgnZpQoptnS2JSXA')
})
