import { expect, test } from 'vitest'
import { likenessOf } from '#app/flows/shop/alike-shops.ts'

const form = { name: 'Mama Put', phone: '+2348031234567', address: '14, Herbert Macaulay Way' }

test('a form is compared with a shop by name, phone and address, whatever the spelling', () => {
	expect(likenessOf(form, { name: 'MAMA PUT!', phone: null, address: '2 Road' })).toEqual(['name'])
	expect(likenessOf(form, { name: 'Other', phone: form.phone, address: '2 Road' })).toEqual(['phone'])
	expect(likenessOf(form, { name: 'Other', phone: null, address: '14 herbert macaulay way' })).toEqual([
		'address',
	])
	expect(likenessOf(form, { name: 'Other', phone: null, address: '2 Road' })).toEqual([])
})
