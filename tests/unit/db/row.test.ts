import type { Row } from '@libsql/client/web'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
	flag,
	integer,
	json,
	nullable,
	only,
	RowError,
	rows,
	rowsOrNull,
	text,
	word,
} from '#db/row.server.ts'

const rowOf = (columns: Record<string, unknown>) => columns as Row

describe('a row of hand-written SQL', () => {
	test('becomes a value, field by field', () => {
		const service = rows({
			id: text(sql`id`),
			priceKobo: integer(sql`price_kobo`),
			isEnabled: flag(sql`is_enabled`),
			kind: word(sql`kind`, ['any', 'named']),
			names: json<string[]>(sql`names`),
		})
		const row = rowOf({
			id: 'cut',
			priceKobo: 450_000,
			isEnabled: 1,
			kind: 'any',
			names: '["Cut","Beard"]',
		})
		expect(service.read(row)).toEqual({
			id: 'cut',
			priceKobo: 450_000,
			isEnabled: true,
			kind: 'any',
			names: ['Cut', 'Beard'],
		})
	})

	test('has parts of several fields', () => {
		const { read } = rows({ id: text(sql`id`), shop: rows({ name: text(sql`shop.name`) }) })
		expect(read(rowOf({ id: 'cut', 'shop.name': 'Palm House' }))).toEqual({
			id: 'cut',
			shop: { name: 'Palm House' },
		})
		expect(() => read(rowOf({ id: 'cut', 'shop.name': null }))).toThrow('column shop.name')
	})

	test('has parts that may be missing as a whole', () => {
		const review = rows({ stars: integer(sql`stars`), comment: text(sql`comment`) })
		const { read } = rowsOrNull('stars', review)
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
