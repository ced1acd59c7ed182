import { expect, test } from 'vitest'
import { apiKeyOf, tokenOfBearer } from '#app/domain/shops/access-key.ts'
import { kioskWords, wrongPinWords } from '#app/domain/shops/kiosk-words.ts'
import { shopActWords } from '#app/domain/shops/shop-act-words.ts'
import { shopChangeRefusals } from '#app/domain/shops/shop-change-refusal.ts'

const token = 'a'.repeat(43)

test('a program sends its key as a bearer, and nothing else is one', () => {
	expect(tokenOfBearer(`Bearer ${apiKeyOf(token)}`)).toBe(token)
	expect(tokenOfBearer(`bearer wakati_${token}`)).toBe(token)
	for (const header of [
		null,
		'',
		token,
		apiKeyOf(token),
		`Bearer ${token}`,
		`Bearer wakati_${token}a`,
		`Bearer wakati_${token.slice(1)}`,
		`Bearer wakati_${token.slice(1)}.`,
		`xBearer wakati_${token}`,
		`Bearer wakati_${token}, other`,
	])
		expect([header, tokenOfBearer(header)]).toEqual([header, null])
})

test('a wrong PIN says how many tries are left', () => {
	expect(wrongPinWords(1, 'device')).toEqual({
		title: 'Wrong PIN.',
		text: 'One try is left, then this device is closed and needs a new link.',
		status: 422,
	})
	expect(wrongPinWords(2, 'owner').text).toMatch(/^2 tries are left, then the owner’s pages are locked\.$/)
})

test('what a shop reads of itself is said once, and refusals in whole sentences', () => {
	const acts = Object.values(shopActWords)
	expect(new Set(acts).size).toBe(acts.length)
	for (const words of acts) expect(words).toMatch(/^[A-Z]/)
	const refusals = [
		...Object.values(shopChangeRefusals),
		...Object.values(kioskWords).map(({ text }) => text),
	]
	for (const words of refusals) expect(words).toMatch(/^[A-Z].*\.$/)
})
