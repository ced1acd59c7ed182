import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
	decodeCursor,
	encodeCursor,
	isFeatured,
	listPage,
	type Ordered,
	rowsNeeded,
	SHOPS_PER_PAGE,
} from '#app/domain/discovery/list-page.ts'

/** Turns all pages of a list, as the database would answer. */
function allPages(shops: Ordered[], featuredIds: ReadonlySet<string>): Ordered[][] {
	const before = (a: Ordered, b: Ordered) =>
		a.sortName === b.sortName ? a.id < b.id : a.sortName < b.sortName
	const sorted = [...shops].sort((a, b) => (before(a, b) ? -1 : 1))
	const featured = sorted.filter((shop) => featuredIds.has(shop.id)).slice(0, SHOPS_PER_PAGE)
	const pages: Ordered[][] = []
	for (let cursor: Ordered | null = null, turns = 0; turns < 1_000; turns++) {
		const after: Ordered | null = cursor
		const isFirstPage = after === null
		const ordered = sorted.filter((shop) => !after || before(after, shop)).slice(0, rowsNeeded(isFirstPage))
		const page = listPage({ featured, ordered, isFirstPage })
		pages.push(page.shops)
		if (!page.next) return pages
		cursor = decodeCursor(encodeCursor(page.next))
		expect(cursor).toEqual(page.next)
	}
	throw new Error('the pages never end')
}

describe('The pages of Discover', () => {
	test('hold every shop once, however many are featured and however many share a name', () => {
		fc.assert(
			fc.property(
				fc.uniqueArray(
					fc.record({ id: fc.stringMatching(/^[a-z0-9]{1,4}$/), sortName: fc.constantFrom('a', 'b', 'ẹwà') }),
					{
						selector: (shop) => shop.id,
						maxLength: 5 * SHOPS_PER_PAGE,
					},
				),
				fc.nat(100),
				(shops, featuredShare) => {
					const featured = new Set(
						shops.filter((_, index) => (index * 37) % 100 < featuredShare).map((shop) => shop.id),
					)
					const pages = allPages(shops, featured)
					const shown = pages.flat().map((shop) => shop.id)
					expect([...shown].sort()).toEqual(shops.map((shop) => shop.id).sort())
					// No page but the last is short.
					for (const page of pages.slice(0, -1)) expect(page).toHaveLength(SHOPS_PER_PAGE)
					const front = Math.min(featured.size, SHOPS_PER_PAGE)
					for (const id of shown.slice(0, front)) expect(featured.has(id)).toBe(true)
				},
			),
		)
	})
})

describe('A page of Discover', () => {
	const shops = (count: number, name = 'shop') =>
		Array.from({ length: count }, (_, i) => ({ id: `${name}-${i}`, sortName: `${name}-${i}` }))

	test('is made of as many rows as can be shown, left out, and tell of a next page', () => {
		expect([rowsNeeded(true), rowsNeeded(false)]).toEqual([SHOPS_PER_PAGE + 1, 2 * SHOPS_PER_PAGE + 1])
	})

	test('has no more featured shops than places, and goes on at the first of the others', () => {
		const featured = shops(SHOPS_PER_PAGE + 2, 'featured')
		const page = listPage({ featured, ordered: shops(3), isFirstPage: true })
		expect(page.shops).toEqual(featured.slice(0, SHOPS_PER_PAGE))
		expect(page.next).toEqual({ id: '', sortName: '' })
	})

	test('may be empty where all rows are of featured shops, and goes on after the last of them', () => {
		const rows = shops(rowsNeeded(false))
		const page = listPage({ featured: rows, ordered: rows, isFirstPage: false })
		expect(page).toEqual({ shops: [], next: rows.at(-1) })
		const fewer = rows.slice(1)
		expect(listPage({ featured: fewer, ordered: fewer, isFirstPage: false }).next).toBeNull()
	})

	test('goes on where the look ended, if few shops meet the filters', () => {
		const [only, lookedUntil] = shops(2)
		const parts = { featured: [], ordered: [only!], isFirstPage: true, lookedUntil }
		expect(listPage(parts)).toEqual({ shops: [only], next: lookedUntil })
	})
})

describe('The cursor in an address', () => {
	test('comes back as it was, whatever the name', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (sortName, id) => {
				fc.pre(!/[\p{Cc}\p{Cs}]/u.test(sortName + id))
				expect(decodeCursor(encodeCursor({ sortName, id }))).toEqual({ sortName, id })
			}),
		)
	})

	test('that we did not make means the first page', () => {
		const foreign = [
			'',
			'x',
			'%',
			'bnVsbA',
			btoa('{"a":1}'),
			btoa('["a"]'),
			btoa('["a",1]'),
			btoa('["a","b","c"]'),
			// Bytes that are no text.
			btoa('["\xff","b"]').replaceAll('/', '_'),
			encodeCursor({ id: 'a', sortName: 'x'.repeat(2_000) }),
		]
		for (const text of [
			null,
			...foreign,
			'A'.repeat(5_000),
			btoa('["\\ud800","b"]'),
			btoa('["\\u0000","b"]'),
		]) {
			expect(decodeCursor(text?.replace(/=+$/, '') ?? null)).toBeNull()
		}
		fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void decodeCursor(text)))
	})
})

describe('A shop is featured', () => {
	const range = { featuredFrom: '2026-11-20', featuredUntil: '2026-11-22' }

	test('from the first to the last day, both included', () => {
		const days = ['2026-11-19', '2026-11-20', '2026-11-22', '2026-11-23']
		expect(days.map((today) => isFeatured(range, today))).toEqual([false, true, true, false])
	})

	test('with an open beginning it has begun; without an end it is not featured', () => {
		expect(isFeatured({ featuredFrom: null, featuredUntil: '2026-11-22' }, '2020-01-01')).toBe(true)
		expect(isFeatured({ featuredFrom: '2026-11-20', featuredUntil: null }, '2026-11-21')).toBe(false)
		expect(isFeatured({ featuredFrom: null, featuredUntil: null }, '2026-11-21')).toBe(false)
	})
})
