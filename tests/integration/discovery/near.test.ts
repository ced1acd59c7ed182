import { beforeAll, describe, expect, test } from 'vitest'
import { shopOrders } from '#app/kernel/vocabulary/discovery.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { plantCategories, plantShops } from './planted-shops.ts'
import { discover, discoverAll } from './shown-businesses.ts'

const database = withTestDatabase()
const yaba = { area: 'Yaba', latitude: 6.51, longitude: 3.37 }
const lekki = { area: 'Lekki', latitude: 6.448, longitude: 3.472 }
const ibadan = { area: 'Bodija', city: 'Ibadan', latitude: 7.42, longitude: 3.9 }
const abuja = { area: 'Wuse', city: 'Abuja', latitude: 9.07, longitude: 7.48 }
const cut: [string, number][] = [['Cut', 4_000]]
const dear: [string, number][] = [['Cut', 14_000]]

beforeAll(async () => {
	const { client } = database()
	await plantCategories(client)
	await plantShops(client, [
		{ id: 'yaba', name: 'M Yaba', ...yaba, categories: ['nails'], services: dear },
		{ id: 'lekki', name: 'Z Lekki', ...lekki, services: dear },
		{
			id: 'ibadan',
			name: 'A Ibadan',
			...ibadan,
			categories: ['fitness'],
			services: cut,
			featuredFrom: '2026-11-01',
			featuredUntil: '2026-12-01',
		},
		{ id: 'abuja', name: 'B Abuja', ...abuja, categories: ['skincare'], services: cut },
		// Two pages of Abuja, none of them near.
		...Array.from({ length: 10 }, (_, index) => ({
			id: `abuja-${index}`,
			name: `Massage ${index}`,
			...abuja,
		})),
	])
})

const idsOf = async (query: string) => (await discover(database().url, query)).cards.map(({ id }) => id)

describe('near means near', () => {
	test.each(shopOrders.map(({ id }) => id).filter((id) => id !== 'soonest'))(
		'the order %s shows what is within 25 km, and nothing of another city',
		async (sort) => {
			expect((await idsOf(`near=yaba&sort=${sort}`)).toSorted()).toEqual(['lekki', 'yaba'])
			expect((await idsOf(`lat=6.51&lng=3.37&sort=${sort}`)).toSorted()).toEqual(['lekki', 'yaba'])
		},
	)

	test('a featured shop of another city is not in front', async () => {
		expect(await idsOf('near=yaba&sort=recommended')).toEqual(['yaba', 'lekki'])
		expect(await idsOf('near=bodija&sort=recommended')).toEqual(['ibadan'])
		expect((await idsOf('sort=recommended'))[0]).toBe('ibadan')
	})

	test('where nothing is within 25 km the list goes to 120 km, then on, and says so', async () => {
		const near = await discover(database().url, 'near=yaba')
		expect([near.within, near.isOfNearest]).toEqual(['25', false])
		const further = await discover(database().url, 'near=yaba&sort=rating&category=fitness')
		expect(further.cards.map(({ id }) => id)).toEqual(['ibadan'])
		expect(further.within).toBe('120')
		const far = await discover(database().url, 'near=yaba&category=skincare')
		expect(far.cards.map(({ id }) => id)).toEqual(['abuja'])
		expect(far.within).toBe('all')
		expect((await discover(database().url, 'near=yaba&price=5000&sort=rating')).within).toBe('120')
		expect((await discover(database().url, '')).within).toBeNull()
	})

	test('a search keeps to it too, and its next page to the same circle', async () => {
		expect(await idsOf('near=yaba&q=lekki')).toEqual(['lekki'])
		const first = await discover(database().url, 'near=yaba&q=massage')
		expect(first.within).toBe('all')
		const second = await discover(database().url, `near=yaba&q=massage&within=all&cursor=${first.nextCursor}`)
		expect(first.cards).toHaveLength(8)
		expect(second.cards).toHaveLength(2)
		expect(second.within).toBe('all')
		expect((await idsOf('near=yaba&q=massage&within=25')).length).toBe(0)
	})

	test('a place that is not known changes nothing, in any order', async () => {
		for (const sort of ['recommended', 'rating'])
			expect(await idsOf(`near=Atlantis&sort=${sort}`)).toEqual(await idsOf(`sort=${sort}`))
		expect((await discoverAll(database().url, 'near=Atlantis')).flat()).toHaveLength(14)
		const ofMarks = await discover(database().url, `near=${encodeURIComponent('\u0cbc')}`)
		expect([ofMarks.origin.kind, ofMarks.cards.length]).toEqual(['unknown', 8])
	})
})

describe('where very many shops are near', () => {
	const middle = { latitude: 11.5, longitude: 8.5 }
	const near = `lat=${middle.latitude}&lng=${middle.longitude}`

	test('the nearest are listed in whatever direction, and the list says that it is of these', async () => {
		// More than a list looks at, all of them some three kilometres to the south, and one to the north that is nearer.
		await plantShops(
			database().client,
			Array.from({ length: 3_200 }, (_, index) => ({
				id: `south-${index}`,
				name: `South ${index}`,
				latitude: middle.latitude - 0.025,
				longitude: middle.longitude + (index % 100) / 100_000,
			})),
		)
		await plantShops(database().client, [
			{ id: 'north', name: 'North', latitude: middle.latitude + 0.015, longitude: middle.longitude },
		])
		const list = await discover(database().url, near)
		expect(list.cards[0]?.id).toBe('north')
		expect([list.within, list.isOfNearest]).toEqual(['25', true])
		expect((await discover(database().url, `${near}&sort=rating`)).isOfNearest).toBe(true)
	})

	test('a list of all that is near says nothing', async () => {
		expect((await discover(database().url, '')).isOfNearest).toBe(false)
		expect((await discover(database().url, 'q=south&near=yaba')).isOfNearest).toBe(false)
	})
})
