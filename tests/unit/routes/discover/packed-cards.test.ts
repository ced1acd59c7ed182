import { expect, test } from 'vitest'
import type { ListedBusiness } from '#app/flows/discovery/list-businesses.server.ts'
import { discoverPath, noFilters } from '#app/routes/discover/discover-path.ts'
import { packCards, unpackCards } from '#app/routes/discover/packed-cards.ts'

const full: ListedBusiness = {
	id: 'osun-spa',
	name: 'Ọ̀ṣun "Spa" </script>',
	picture: '/pictures/osun.svg',
	isFeatured: true,
	rating: 4.5,
	reviewCount: 127,
	services: '6 services available · ₦3,500 – ₦28,000',
	canBook: true,
	categories: ['Nails', 'Skincare'],
	moreCategories: 1,
	open: { isOpen: true, label: 'Open until 8:00 PM' },
	place: 'Yaba · 1.2 km',
	earliest: 'Today 2:30 PM',
}
const bare: ListedBusiness = {
	...full,
	id: 'bare',
	picture: null,
	isFeatured: false,
	rating: null,
	reviewCount: 0,
	canBook: false,
	categories: [],
	moreCategories: 0,
	open: null,
	earliest: null,
}

test('The browser reads the same cards that the server drew', () => {
	const cards = [full, bare, { ...full, open: { isOpen: false, label: 'Closed today' } }]
	expect(unpackCards(packCards(cards))).toEqual(cards)
	expect(unpackCards(packCards([]))).toEqual([])
})

test('The links of Discover keep what was chosen and leave out what was not', () => {
	const nothing = { ...noFilters, q: '', near: '', position: null, sort: null }
	expect(discoverPath(nothing)).toBe('/discover')
	expect(discoverPath({ ...nothing, q: 'a&b=c #d', category: 'nails' }, 'abc')).toBe(
		'/discover?q=a%26b%3Dc+%23d&category=nails&cursor=abc',
	)
	expect(discoverPath({ ...nothing, position: { latitude: 6.5, longitude: 0 } })).toBe(
		'/discover?lat=6.5&lng=0',
	)
	expect(discoverPath({ ...nothing, sort: 'soonest', free: 'today', price: '5000', open: true })).toBe(
		'/discover?sort=soonest&free=today&price=5000&open=1',
	)
})
