import { describe, expect, test } from 'vitest'
import { directionsLink, distanceKm, distanceLabel } from '#app/domain/discovery/distance.ts'

const yaba = { latitude: 6.5095, longitude: 3.3711 }
const lekki = { latitude: 6.4478, longitude: 3.4723 }
const abuja = { latitude: 9.0579, longitude: 7.4951 }

describe('A distance', () => {
	test('is that of the map: Yaba to Lekki 13 km, Lagos to Abuja 536 km', () => {
		expect(distanceKm(yaba, lekki)).toBeCloseTo(13.12, 1)
		expect(distanceKm(yaba, abuja)).toBeGreaterThan(530)
		expect(distanceKm(yaba, abuja)).toBeLessThan(540)
		expect(distanceKm(lekki, yaba)).toBe(distanceKm(yaba, lekki))
	})

	test('is right across the date line and at the other end of the earth', () => {
		expect(distanceKm({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 })).toBeCloseTo(
			22.24,
			1,
		)
		expect(distanceKm({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 })).toBeCloseTo(20_015, 0)
	})

	test('reads like one a person would say', () => {
		expect([0, 0.0999, 0.1, 1.24, 99.94, 99.95, 535.6].map(distanceLabel)).toEqual([
			'under 0.1 km',
			'under 0.1 km',
			'0.1 km',
			'1.2 km',
			'99.9 km',
			'100 km',
			'536 km',
		])
	})
})

describe('Directions', () => {
	const shop = { name: 'Adé & Co', address: '14 Herbert Macaulay Way', city: 'Lagos' }

	test('lead to the coordinates of a shop', () => {
		expect(directionsLink({ ...shop, ...yaba })).toBe(
			'https://www.google.com/maps/dir/?api=1&destination=6.5095%2C3.3711',
		)
	})

	test('lead to its address where nobody entered coordinates', () => {
		const link = new URL(directionsLink({ ...shop, latitude: 0, longitude: 0 }))
		expect(link.searchParams.get('destination')).toBe('Adé & Co, 14 Herbert Macaulay Way, Lagos')
		expect(link.host).toBe('www.google.com')
	})
})
