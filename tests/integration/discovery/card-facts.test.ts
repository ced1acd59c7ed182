import { beforeAll, describe, expect, test } from 'vitest'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { plantCategories, plantShops } from './planted-shops.ts'
import { discover, saturdayMorning } from './shown-businesses.ts'

const database = withTestDatabase()

beforeAll(async () => {
	const { client } = database()
	await plantCategories(client)
	await plantShops(client, [
		{
			id: 'full',
			name: 'Ọ̀ṣun Spa',
			area: 'Lekki Phase 1',
			latitude: 6.4478,
			longitude: 3.4723,
			categories: ['nails', 'fitness', 'hair-beauty', 'skincare'],
			services: [
				['Foot spa', 12_500],
				['Massage', 34_000],
				['-Off', 1],
			],
		},
		{ id: 'empty', name: 'Palm House', area: 'Yaba', latitude: 6.5095, longitude: 3.3711 },
	])
	await client.execute(
		"INSERT INTO shop_hours (shop_id, day_of_week, opens_minute, closes_minute) VALUES ('full', 6, 540, 1200)",
	)
})

async function card(id: string, query = '', now = saturdayMorning) {
	const found = (await discover(database().url, query, now)).cards.find((one) => one.id === id)
	if (!found) throw new Error(`${id} is not shown`)
	return found
}

describe('A card tells the truth', () => {
	test('of services that can be booked, their prices and two categories', async () => {
		expect(await card('full')).toMatchObject({
			services: '2 services available · ₦12,500 – ₦34,000',
			canBook: true,
			categories: ['Hair & Beauty', 'Nails'],
			moreCategories: 2,
			place: 'Lekki Phase 1',
		})
		expect(await card('empty')).toMatchObject({
			services: '0 services available',
			canBook: false,
			rating: null,
			moreCategories: 0,
			open: null,
		})
	})

	test('of its hours, on its own clock', async () => {
		expect((await card('full')).open).toEqual({ isOpen: true, label: 'Open until 8:00 PM' })
		// 23:30 UTC on Friday is Saturday in Lagos.
		expect((await card('full', '', Date.UTC(2026, 10, 20, 23, 30))).open?.label).toBe('Opens 9:00 AM')
		expect((await card('full', '', Date.UTC(2026, 10, 21, 23, 30))).open?.label).toBe('Closed today')
	})
})

describe('Distances', () => {
	test('are shown only to somebody who said where they are', async () => {
		expect((await discover(database().url)).origin).toEqual({ kind: 'none' })
		expect((await card('full')).place).not.toContain('km')
	})

	test('are measured from an area or a city that was typed in, with or without marks, or its beginning', async () => {
		expect((await card('full', 'near=yaba')).place).toBe('Lekki Phase 1 · 13.1 km')
		expect((await discover(database().url, 'near=LEKKI')).origin).toEqual({
			kind: 'place',
			name: 'Lekki Phase 1',
		})
		// A city is the middle of its shops.
		expect((await card('empty', 'near=Lagos')).place).toBe('Yaba · 6.6 km')
	})

	test('are measured from the phone, unless a place was typed in', async () => {
		expect((await card('full', 'lat=6.448&lng=3.472')).place).toBe('Lekki Phase 1 · under 0.1 km')
		expect((await discover(database().url, 'lat=6.448&lng=3.472&near=Yaba')).origin).toMatchObject({
			name: 'Yaba',
		})
	})

	test('from the middle of an area with one shop no distance is shown', async () => {
		expect((await card('empty', 'near=yaba')).place).toBe('Yaba')
	})

	test('a place that nobody knows is said, and invents nothing', async () => {
		for (const near of ['Atlantis', '%', '_____', "'; --"]) {
			const list = await discover(database().url, new URLSearchParams({ near }).toString())
			expect(list.origin).toEqual({ kind: 'unknown' })
			expect(list.cards.every((one) => !one.place.includes('km'))).toBe(true)
		}
	})
})

test('Names stand in the order of the alphabet, marks or not', async () => {
	await plantShops(database().client, [
		{ id: 'z', name: 'Zuma' },
		{ id: 'e', name: 'Ẹwà' },
		{ id: 'd', name: 'dùgbẹ̀' },
		{ id: 'f', name: 'Fẹ́mi' },
	])
	const { cards } = await discover(database().url)
	expect(cards.map((one) => one.id)).toEqual(['d', 'e', 'f', 'full', 'empty', 'z'])
})
