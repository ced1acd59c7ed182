import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDiscoverQuery } from '#app/domain/discovery/discover-query.server.ts'
import { cleanSearchText, placeKey, searchExpression } from '#app/domain/discovery/search-words.ts'

const read = (query: string) => readDiscoverQuery(new URLSearchParams(query))

describe('What an address asks Discover for', () => {
	test('is read as it is meant', () => {
		expect(
			read(
				'q=knotless+braids&category=nails&near=Yaba&lat=6.5&lng=3.4&sort=soonest&free=today&price=5000&open=1',
			),
		).toEqual({
			q: 'knotless braids',
			category: 'nails',
			near: 'Yaba',
			within: null,
			cursor: null,
			position: { latitude: 6.5, longitude: 3.4 },
			sort: 'soonest',
			free: 'today',
			price: '5000',
			open: true,
		})
	})

	test('what is wrong in it is as if it were not there', () => {
		const unfiltered = { category: null, sort: null, free: null, price: null, open: false }
		const nothing = { ...unfiltered, q: '', near: '', within: null, cursor: null, position: null }
		for (const query of [
			'',
			'category=cars&cursor=%00&lat=6.5',
			'lat=91&lng=0',
			'lat=NaN&lng=Infinity',
			'lat=1e1&lng=0x10',
			'lat=&lng=',
			'q=%00%01%ff&near=%20%09',
			'__proto__=1&constructor=2',
			'sort=price&free=yesterday&price=1&open=yes',
		]) {
			expect({ ...read(query), q: read(query).q.replace('\ufffd', '') }).toEqual(nothing)
		}
	})
})

describe('A typed search', () => {
	test('is one line of at most 80 letters, however much was sent', () => {
		expect(cleanSearchText('  hair\n\t and   nails ')).toBe('hair and nails')
		expect(cleanSearchText('x'.repeat(1_000_000))).toHaveLength(80)
		expect(cleanSearchText(` ${'x'.repeat(100)}`)).toHaveLength(80)
		expect(cleanSearchText(`${'x'.repeat(79)} y`)).toBe('x'.repeat(79))
		expect(Array.from(cleanSearchText('💇🏾‍♀️'.repeat(200))).length).toBeLessThanOrEqual(80)
	})

	test('carries no control characters, no halves of characters and nothing that turns the text around', () => {
		expect(cleanSearchText('a\u0000b\ud800c\u202ed')).toBe('abcd')
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (typed) => {
				const clean = cleanSearchText(typed)
				expect(clean).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e]/u)
				expect(clean).toBe(clean.trim())
				expect(() => encodeURIComponent(clean)).not.toThrow()
			}),
		)
	})

	test('finds terms anywhere in a word, all of them', () => {
		expect(searchExpression('knotless yaba', null)).toEqual({
			kind: 'anywhere',
			match: 'words : ("knotless" AND "yaba")',
		})
	})

	test('with a term under three letters finds words that begin with its terms', () => {
		expect(searchExpression('vi spa', 'nails')).toEqual({
			kind: 'beginnings',
			match: 'words : ("vi" * AND "spa" *) AND category_ids : "nails"',
		})
		expect(searchExpression('spa', null)).toEqual({ kind: 'anywhere', match: 'words : ("spa")' })
		// One letter with two marks is one letter.
		expect(searchExpression('ọ̀ọ̀', null)?.kind).toBe('beginnings')
	})

	test('L18: ignores punctuation', () => {
		expect(searchExpression('SPA!', null)).toEqual(searchExpression('SPA', null))
		expect(searchExpression('hair-cut, yaba', null)).toEqual(searchExpression('hair cut yaba', null))
		expect(searchExpression('?!', null)?.match).toContain('"?!"')
	})

	test('L24: finds what a word may be called as well, and no more than eight words', () => {
		expect(searchExpression('locs yaba', null)?.match).toBe(
			'words : (("locs" OR "dreads" OR "dreadlocks") AND "yaba")',
		)
		const ten = 'one two six ten you may see all but few'
		expect(searchExpression(ten, null)?.match.split(' AND ')).toHaveLength(8)
	})

	test('of nothing is no search', () => {
		expect(searchExpression('', 'nails')).toBeNull()
	})

	test('quotes what the search engine would take for an order', () => {
		expect(searchExpression('"', null)?.match).toBe('words : ("""" *)')
		expect(searchExpression('"a" OR NOT*', null)?.match).toBe('words : ("a" * AND "OR" * AND "NOT" *)')
	})

	test('knows a place with and without its marks', () => {
		expect(['Bódìjà', 'BODIJA', 'Ɗorayi', 'Ọ̀ṣogbo'].map(placeKey)).toEqual([
			'bodija',
			'bodija',
			'dorayi',
			'osogbo',
		])
	})
})
