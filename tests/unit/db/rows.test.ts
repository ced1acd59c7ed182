import type { Row } from '@libsql/client/web'
import { sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { flag, instant, integer, nullable, RowError, rows, rowsOrNull, text, word } from '#db/row.server.ts'
import { shops, staffMembers } from '#db/schema/discovery.ts'
import { planSessions } from '#db/schema/subscriptions-sessions.ts'
import { rawSelect } from '#db/statement.server.ts'

const rowOf = (columns: Record<string, unknown>) => columns as Row
const words = (columns: ReturnType<typeof rows>['columns']) => new SQLiteSyncDialect().sqlToQuery(columns).sql

const session = rows({
	id: text(planSessions.id),
	startsAt: instant(planSessions.startsAt),
	calledOffAt: nullable(instant(planSessions.calledOffAt)),
	places: integer(sql`count(*)`),
	shop: rows({ id: text(shops.id), isListed: flag(shops.isListed) }),
})
const row = { id: 's', startsAt: 5, calledOffAt: null, places: 2, 'shop.id': 'p', 'shop.isListed': 1 }

describe('one description of a row', () => {
	test('selects each field under its own name, so that the ids of two tables stay apart', () => {
		expect(words(session.columns)).toBe(
			'"plan_sessions"."id" AS "id", "plan_sessions"."starts_at" AS "startsAt", ' +
				'"plan_sessions"."called_off_at" AS "calledOffAt", count(*) AS "places", ' +
				'"shops"."id" AS "shop.id", "shops"."is_listed" AS "shop.isListed"',
		)
	})

	test('reads what it selects, and is its type', () => {
		const value = session.read(rowOf(row))
		expect(value).toEqual({
			id: 's',
			startsAt: 5,
			calledOffAt: null,
			places: 2,
			shop: { id: 'p', isListed: true },
		})
		expectTypeOf<ReturnType<typeof session.read>>().toEqualTypeOf<{
			id: string
			startsAt: number
			calledOffAt: number | null
			places: number
			shop: { id: string; isListed: boolean }
		}>()
	})

	test('is a part of another, however deep', () => {
		const place = rows({ session, staff: rowsOrNull('id', rows({ id: text(staffMembers.id) })) })
		expect(words(place.columns)).toMatch(
			/"shops"."id" AS "session.shop.id", .*, "staff_members"."id" AS "staff.id"$/,
		)
		const inner = Object.fromEntries(Object.entries(row).map(([name, value]) => [`session.${name}`, value]))
		expect(place.read(rowOf({ ...inner, 'staff.id': null }))).toMatchObject({
			session: { shop: { id: 'p' } },
			staff: null,
		})
		expect(place.read(rowOf({ ...inner, 'staff.id': 'a' })).staff).toEqual({ id: 'a' })
	})

	test('makes a query with its source', () => {
		const statement = rawSelect(rows({ id: text(shops.id) }), sql`FROM ${shops}`)
		expect(statement.sql).toBe('SELECT "shops"."id" AS "id" FROM "shops"')
	})
})

describe('what the query did not promise', () => {
	test('a null, a missing column and an unknown word throw with the name of the field', () => {
		const read = (changed: object) => () => session.read(rowOf({ ...row, ...changed }))
		expect(read({ startsAt: null })).toThrow(new RowError('column startsAt: null where a value is expected'))
		expect(read({ 'shop.id': null })).toThrow('column shop.id')
		expect(read({ places: undefined })).toThrow(new RowError('a row has no column places'))
		const status = rows({ status: word(sql`'A'`, ['A', 'B']) })
		expect(() => status.read(rowOf({ status: 'C' }))).toThrow(new RowError('column status: an unknown word'))
	})

	test('a column of another type does not compile', () => {
		// @ts-expect-error a title is no number
		integer(shops.name)
		// @ts-expect-error `rows` needs what to select, not the name of it
		rows({ id: text('id') })
	})
})
