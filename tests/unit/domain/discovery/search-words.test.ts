import { expect, test } from 'vitest'
import { searchFavorites } from '#app/domain/discovery/search-favorites.ts'

const shops = [
	{ name: 'Adé Hair Studio', address: '14 Herbert Macaulay Way, Yaba' },
	{ name: 'Lekki Nails', address: '3 Admiralty Way' },
]
const found = (typed: string) => searchFavorites(shops, typed).map(({ name }) => name)

test('favorites are found by name or address, whatever the case and the marks', () => {
	expect(found('ADE')).toEqual(['Adé Hair Studio'])
	expect(found('ade hair')).toEqual(['Adé Hair Studio'])
	expect(found('admiralty')).toEqual(['Lekki Nails'])
	expect(found(' way ')).toEqual(['Adé Hair Studio', 'Lekki Nails'])
})

test('nothing typed finds all, and what nobody is called finds none', () => {
	expect(found('')).toHaveLength(2)
	expect(found('%')).toEqual([])
})
