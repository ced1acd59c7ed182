import type { Row } from '@libsql/client/web'
import { describe, expect, test } from 'vitest'
import {
	decode,
	flag,
	integer,
	json,
	nullable,
	only,
	optional,
	RowError,
	text,
	word,
} from '#db/row.server.ts'

const rowOf = (columns: Record<string, unknown>) => columns as Row

describe('a row of hand-written SQL', () => {
	test('becomes a value, column by column', () => {
		const read = decode({
			id: text('id'),
			priceKobo: integer('price_kobo'),
			isEnabled: flag('is_enabled'),
			kind: word('kind', ['any', 'named']),
			names: json<string[]>('names'),
		})
		const row = rowOf({
			id: 'cut',
			price_kobo: 450_000,
			is_enabled: 1,
			kind: 'any',
			names: '["Cut","Beard"]',
		})
		expect(read(row)).toEqual({
			id: 'cut',
			priceKobo: 450_000,
			isEnabled: true,
			kind: 'any',
			names: ['Cut', 'Beard'],
		})
	})

	test('has parts of several columns', () => {
		const read = decode({ id: text('id'), shop: decode({ name: text('shop_name') }) })
		expect(read(rowOf({ id: 'cut', shop_name: 'Palm House' }))).toEqual({
			id: 'cut',
			shop: { name: 'Palm House' },
		})
		expect(() => read(rowOf({ id: 'cut', shop_name: null }))).toThrow('column shop_name')
	})

	test('has parts that may be missing as a whole', () => {
		const read = optional('stars', decode({ stars: integer('stars'), comment: text('comment') }))
		expect(read(rowOf({ stars: null, comment: null }))).toBeNull()
		expect(read(rowOf({ stars: 5, comment: '' }))).toEqual({ stars: 5, comment: '' })
		expect(() => read(rowOf({ stars: 5, comment: null }))).toThrow(RowError)
		expect(() => read(rowOf({ comment: '' }))).toThrow('a row has no column stars')
	})
})

describe('what the query did not promise', () => {
	test('a column that is missing throws, even where null is allowed', () => {
		expect(() => only(text('name'))(rowOf({}))).toThrow(new RowError('a row has no column name'))
		expect(() => only(nullable(text('name')))(rowOf({}))).toThrow(RowError)
	})

	test.each([text('value'), integer('value'), flag('value'), word('value', ['a']), json('value')])(
		'a null that nobody expects throws (%#)',
		(column) => {
			const row = rowOf({ value: null })
			expect(() => only<unknown>(column)(row)).toThrow('column value: null where a value is expected')
			expect(only(nullable<unknown>(column))(row)).toBeNull()
		},
	)

	test('a word that its list does not have throws, and is not quoted', () => {
		const read = only(word('status', ['SCHEDULED', 'CANCELLED']))
		expect(read(rowOf({ status: 'CANCELLED' }))).toBe('CANCELLED')
		expect(() => read(rowOf({ status: 'guest@example.com' }))).toThrow(
			new RowError('column status: an unknown word'),
		)
		expect(() => read(rowOf({ status: 1 }))).toThrow(RowError)
	})
})
