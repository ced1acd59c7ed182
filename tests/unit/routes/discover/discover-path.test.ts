import { expect, test } from 'vitest'
import { discoverPath, noFilters } from '#app/routes/discover/discover-path.ts'

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
