import { expect, test } from 'vitest'
import { areCoordinates, distanceKm, haversineOfKm, isKnownPlace } from '#app/domain/discovery/distance.ts'
import { noticeStep } from '#app/domain/discovery/notice-steps.ts'
import { withSynonyms } from '#app/domain/discovery/search-words.ts'
import { categoryNames, fullAddress } from '#app/domain/discovery/shop-words.ts'
import { discoverCategories } from '#app/kernel/vocabulary/discovery.ts'

test('an address says area and city once each', () => {
	const yaba = { area: 'Yaba', city: 'Lagos' }
	expect(fullAddress({ ...yaba, address: '14 Herbert Macaulay Way' })).toBe(
		'14 Herbert Macaulay Way, Yaba, Lagos',
	)
	expect(fullAddress({ ...yaba, address: '14 Yaba Road' })).toBe('14 Yaba Road, Lagos')
	expect(fullAddress({ ...yaba, area: 'Lagos Island', address: '1 Road' })).toBe('1 Road, Lagos Island')
})

test('categories are named in the order of the chips', () => {
	const [first, second] = discoverCategories
	expect(categoryNames([second?.id ?? '', 'no-such', first?.id ?? ''])).toEqual([first?.name, second?.name])
	expect(categoryNames([])).toEqual([])
})

test('a notice counts by the largest step within it', () => {
	expect([0, 29, 30, 119, 120, 1_439, 1_440, 9_999].map(noticeStep)).toEqual([
		0, 0, 30, 60, 120, 120, 1_440, 1_440,
	])
	expect(noticeStep(-1)).toBe(0)
})

test('a place is on earth, and known unless both its coordinates are nothing', () => {
	const at = (latitude: number, longitude: number) => ({ latitude, longitude })
	expect([at(90, 180), at(-90, -180), at(0, 0)].map(areCoordinates)).toEqual([true, true, true])
	expect([at(90.1, 0), at(0, -180.1), at(Number.NaN, 0)].map(areCoordinates)).toEqual([false, false, false])
	expect([at(0, 0), at(0, 3), at(6, 0), at(91, 3)].map(isKnownPlace)).toEqual([false, true, true, false])
})

test('the haversine that the database compares by is that of the distance, and ends at the other side of the earth', () => {
	const lagos = { latitude: 6.5, longitude: 3.4 }
	const abuja = { latitude: 9.1, longitude: 7.5 }
	const half = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2
	const cosines = Math.cos((6.5 * Math.PI) / 180) * Math.cos((9.1 * Math.PI) / 180)
	expect(haversineOfKm(distanceKm(lagos, abuja))).toBeCloseTo(half(2.6) + cosines * half(4.1), 9)
	expect(haversineOfKm(0)).toBe(0)
	expect(haversineOfKm(1e6)).toBe(1)
})

test('L24: a search for a word finds what else it may be called', () => {
	expect(withSynonyms('Locs')).toEqual(['Locs', 'dreads', 'dreadlocks'])
	expect(withSynonyms('dreads')).toEqual(['dreads', 'locs', 'dreadlocks'])
	expect(withSynonyms('piano')).toEqual(['piano'])
})
