import { expect, test } from 'vitest'
import { findLikeness, nameKey } from '#app/flows/shop/alike-shops.ts'

const form = { name: 'Mama Put', phone: '+2348031234567', address: '14, Herbert Macaulay Way' }

test('a form is compared with a shop by name, phone and address, whatever the spelling', () => {
	expect(findLikeness(form, { name: 'MAMA PUT!', phone: null, address: '2 Road' })).toEqual(['name'])
	expect(findLikeness(form, { name: 'Other', phone: form.phone, address: '2 Road' })).toEqual(['phone'])
	expect(findLikeness(form, { name: 'Other', phone: null, address: '14 herbert macaulay way' })).toEqual([
		'address',
	])
	expect(findLikeness(form, { name: 'Other', phone: null, address: '2 Road' })).toEqual([])
})

test.each([
	['Adé’s Salon', 'Ade s Salon'],
	['Adé', 'Ade\u0301'],
	['Mama Put', 'Маmа Рut'],
	['Palm House', 'PaIm H0use'],
	['Ọlá Spa', 'OLA SPA'],
	['Ɓarka Łounge', 'barka lounge'],
	['ＭＡＭＡ Put', 'Mama-Put'],
])('%s and %s are names alike', (one, other) => {
	expect(nameKey(one)).toBe(nameKey(other))
})

test('names of other letters stay apart', () => {
	expect(new Set(['Ada', 'Adam', 'Ola', 'Ora', '美发'].map(nameKey)).size).toBe(5)
})
