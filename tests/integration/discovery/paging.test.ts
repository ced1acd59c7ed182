import { beforeAll, describe, expect, test } from 'vitest'
import { SHOPS_PER_PAGE } from '#app/domain/discovery/list-page.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { plantCategories, plantShops } from './planted-shops.ts'
import { discover, discoverAll } from './shown-businesses.ts'

const database = withTestDatabase()
const nailShops = 57
const featured = ['shop-12', 'shop-40', 'shop-41']

beforeAll(async () => {
	const { client } = database()
	await plantCategories(client)
	await plantShops(
		client,
		Array.from({ length: 90 }, (_, index) => ({
			id: `shop-${index}`,
			// Thirty share one name, the others differ in the last letters.
			name: index < 30 ? 'Salon Ìfẹ́' : `Salon ${String(index).padStart(3, '0')}`,
			categories: index < nailShops ? ['nails'] : ['fitness'],
			...(featured.includes(`shop-${index}`)
				? { featuredFrom: '2026-11-01', featuredUntil: '2026-12-01' }
				: {}),
		})),
	)
})

describe('Turning the pages of Discover', () => {
	test('shows every shop once, featured ones first, though many share a name', async () => {
		const pages = await discoverAll(database().url)
		expect(new Set(pages.flat()).size).toBe(90)
		expect(pages.flat()).toHaveLength(90)
		expect(pages[0]?.slice(0, 3).sort()).toEqual(featured)
		expect(pages.slice(0, -1).every((page) => page.length === SHOPS_PER_PAGE)).toBe(true)
	})

	test('within a chip shows every shop of that category once, and no other', async () => {
		const ids = (await discoverAll(database().url, 'category=nails')).flat()
		expect(ids).toHaveLength(nailShops)
		expect(new Set(ids)).toEqual(new Set(Array.from({ length: nailShops }, (_, index) => `shop-${index}`)))
		expect((await discoverAll(database().url, 'category=spa-massage')).flat()).toEqual([])
	})

	test('within a search shows every hit once', async () => {
		const ids = (await discoverAll(database().url, 'q=ife')).flat()
		expect(ids).toHaveLength(30)
		expect(new Set(ids).size).toBe(30)
		expect(ids[0]).toBe('shop-12')
	})

	test('a shop that joins while somebody turns the pages neither repeats nor hides another', async () => {
		const first = await discover(database().url, 'category=fitness')
		await plantShops(database().client, [{ id: 'newcomer', name: 'Aaa Gym', categories: ['fitness'] }])
		const rest = await discover(database().url, `category=fitness&cursor=${first.nextCursor}`)
		expect(rest.cards[0]?.id).toBe(`shop-${nailShops + SHOPS_PER_PAGE}`)
		await database().change("DELETE FROM shops WHERE id = 'newcomer'")
	})

	test('an address that was tampered with begins at the first page', async () => {
		const first = await discover(database().url)
		for (const cursor of ['x', '%00', 'WyJhIl0', '-'.repeat(3_000)]) {
			expect(await discover(database().url, `cursor=${cursor}`)).toEqual(first)
		}
	})
})
