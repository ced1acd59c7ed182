import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { SEARCH_LIMIT } from '#app/domain/discovery/shop-filter-repository.server.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { plantCategories, plantShops } from './planted-shops.ts'
import { discover, discoverAll } from './shown-businesses.ts'

const database = withTestDatabase()

/** What a search shows, in its order. */
async function found(q: string, more = ''): Promise<string[]> {
	return (await discover(database().url, `${new URLSearchParams({ q })}${more}`)).cards.map((card) => card.id)
}

/** FTS5 compares its index with the rows that it was made of, and fails if they differ. */
async function expectInStep() {
	for (const index of ['shop_search', 'shop_word_search']) {
		await database().change(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`)
	}
	const strays =
		await database().rows(`SELECT shop_documents.shop_id FROM shop_documents JOIN shop_words ON shop_words.shop_id = shop_documents.shop_id
			WHERE shop_documents.words <> shop_words.words OR shop_documents.category_ids <> shop_words.category_ids`)
	expect(strays).toEqual([])
}

beforeAll(async () => {
	const { client } = database()
	await plantCategories(client)
	await plantShops(client, [
		{
			id: 'ewa',
			name: 'Ẹwà Naturals',
			area: 'Ring Road',
			city: 'Ibadan',
			type: 'beauty',
			categories: ['skincare'],
			services: [['Camwood scrub', 9_000]],
		},
		{
			id: 'ade',
			name: 'Adé Hair Studio',
			categories: ['hair-beauty'],
			services: [
				['Microbraids', 20_000],
				['-Relaxer', 5_000],
			],
		},
		{
			id: 'off',
			name: '50% Off_Nails "Bar"',
			area: 'Victoria Island',
			type: 'retail',
			categories: ['nails'],
		},
		{ id: 'hidden', name: 'Hidden Salon', isListed: false },
	])
})

describe('A search finds a shop', () => {
	test('by its name, its service, its area, its city, its category and its kind', async () => {
		expect(await found('studio')).toEqual(['ade'])
		expect(await found('camwood')).toEqual(['ewa'])
		expect(await found('victoria')).toEqual(['off'])
		expect(await found('ibadan')).toEqual(['ewa'])
		expect(await found('skincare')).toEqual(['ewa'])
		expect(await found('salon')).toEqual(['ade'])
	})

	test('in the middle of a word, without marks and in any case', async () => {
		expect(await found('BRAIDS')).toEqual(['ade'])
		expect(await found('ewa')).toEqual(['ewa'])
		expect(await found('Adé')).toEqual(['ade'])
	})

	test('only if all terms fit, wherever each of them stands', async () => {
		expect(await found('braids yaba')).toEqual(['ade'])
		expect(await found('braids ibadan')).toEqual([])
	})

	test('by one or two letters that a word begins with', async () => {
		expect(await found('n')).toEqual(['off', 'ewa'])
		expect(await found('vi')).toEqual(['off'])
		expect(await found('ri')).toEqual(['ewa'])
		expect(await found('zz')).toEqual([])
	})

	test('L24: by another word for what it does', async () => {
		expect(await found('braiding')).toEqual(['ade'])
		expect(await found('manicure')).toEqual(['off'])
		expect(await found('hairdresser yaba')).toEqual(['ade'])
		expect(await found('gym')).toEqual([])
	})

	test('within a chip only if it is of that category', async () => {
		expect(await found('yaba', '&category=hair-beauty')).toEqual(['ade'])
		expect(await found('yaba', '&category=nails')).toEqual([])
		expect(await found('ya', '&category=hair-beauty')).toEqual(['ade'])
		expect(await found('ya', '&category=nails')).toEqual([])
	})

	test('never one that is not listed, nor a service that is switched off', async () => {
		expect(await found('hidden')).toEqual([])
		expect(await found('relaxer')).toEqual([])
	})
})

describe('What is typed means itself', () => {
	test('signs of SQL and of the search engine mean nothing', async () => {
		expect(await found('50%')).toEqual(['off'])
		expect(await found('off_')).toEqual(['off'])
		expect(await found('"bar"')).toEqual(['off'])
		for (const typed of [
			'%',
			'_',
			'*',
			'%%%',
			'___',
			'***',
			'"',
			'""',
			'words:',
			"' OR 1=1 --",
			'NEAR(a b)',
		]) {
			expect(await found(typed), typed).toEqual([])
		}
		expect(await found('^ade')).toEqual(['ade'])
		expect(await found('-ade!')).toEqual(['ade'])
		expect(await found('studio OR naturals')).toEqual([])
		expect(await found('studio NOT naturals')).toEqual([])
	})

	test('no text whatever breaks the page', async () => {
		await fc.assert(
			fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 100 }), async (typed) => {
				await discover(
					database().url,
					new URLSearchParams({ q: typed, near: typed, category: typed }).toString(),
				)
			}),
			{ numRuns: 300 },
		)
		const hostile = [
			'\u0000',
			'\ud800',
			'💇🏾‍♀️',
			'\u202eabc',
			'x'.repeat(1_000_000),
			'مرحبا',
			'((((',
			'{}:',
			'a'.repeat(79),
		]
		for (const typed of hostile) await expect(found(typed), typed.slice(0, 9)).resolves.toBeInstanceOf(Array)
	})
})

describe('The search stays in step with the shops', () => {
	test('when a shop is renamed, moved, hidden, shown again and deleted', async () => {
		const { client } = database()
		await plantShops(client, [
			{ id: 'changing', name: 'Before', categories: ['nails'], services: [['Polish', 1_000]] },
		])
		expect(await found('polish before')).toEqual(['changing'])
		await client.execute("UPDATE shops SET name = 'Afterwards', area = 'Ikoyi' WHERE id = 'changing'")
		expect(await found('before')).toEqual([])
		expect(await found('polish ikoyi afterwards', '&category=nails')).toEqual(['changing'])
		await client.execute("UPDATE shops SET is_listed = 0 WHERE id = 'changing'")
		expect(await found('afterwards')).toEqual([])
		await client.execute("UPDATE services SET name = 'Lacquer' WHERE shop_id = 'changing'")
		await client.execute("UPDATE shops SET is_listed = 1 WHERE id = 'changing'")
		expect(await found('lacquer')).toEqual(['changing'])
		expect((await discoverAll(database().url, 'category=nails')).flat()).toEqual(['off', 'changing'])
		await expectInStep()
		await client.execute("DELETE FROM shops WHERE id = 'changing'")
		expect(await found('afterwards')).toEqual([])
		for (const table of ['shop_directory', 'shop_places', 'shop_documents']) {
			const rows = await client.execute(`SELECT 1 FROM ${table} WHERE shop_id = 'changing'`)
			expect(rows.rows, table).toEqual([])
		}
		await expectInStep()
	})

	test('when services and categories come, change and go', async () => {
		const { client } = database()
		await client.execute(
			"INSERT INTO services (id, shop_id, category_id, name, duration_minutes, price_kobo) VALUES ('new', 'ade', 'nails', 'Henna', 30, 100)",
		)
		expect(await found('henna')).toEqual(['ade'])
		await client.execute("UPDATE services SET is_enabled = 0 WHERE id = 'new'")
		expect(await found('henna')).toEqual([])
		await client.execute("UPDATE services SET is_enabled = 1, shop_id = 'ewa' WHERE id = 'new'")
		expect(await found('henna')).toEqual(['ewa'])
		await client.execute("DELETE FROM services WHERE id = 'new'")
		expect(await found('henna')).toEqual([])
		await client.execute("INSERT INTO shop_categories (shop_id, category_id) VALUES ('ade', 'fitness')")
		expect(await found('fitness', '&category=fitness')).toEqual(['ade'])
		await client.execute("DELETE FROM shop_categories WHERE shop_id = 'ade' AND category_id = 'fitness'")
		expect(await found('fitness')).toEqual([])
		expect((await discover(database().url, 'category=fitness')).cards).toEqual([])
		await client.execute("UPDATE categories SET name = 'Skin care' WHERE id = 'skincare'")
		expect(await found('skin')).toEqual(['ewa'])
		await client.execute("UPDATE categories SET name = 'Skincare' WHERE id = 'skincare'")
		await expectInStep()
	})
})

test('A word that very many shops share shows a part of them, each once, and says so', async () => {
	const { client } = database()
	await plantShops(
		client,
		Array.from({ length: SEARCH_LIMIT + 30 }, (_, index) => ({
			id: `same-${index}`,
			name: `Sameword ${index}`,
		})),
	)
	const ids = (await discoverAll(database().url, 'q=sameword')).flat()
	expect(ids).toHaveLength(SEARCH_LIMIT)
	expect(new Set(ids).size).toBe(SEARCH_LIMIT)
	expect((await discover(database().url, 'q=sameword')).foundTooMany).toBe(true)
	expect((await discover(database().url, 'q=studio')).foundTooMany).toBe(false)
	await client.execute("DELETE FROM shops WHERE id LIKE 'same-%'")
})
