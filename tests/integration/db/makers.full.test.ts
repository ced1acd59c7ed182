import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Database } from '#db/client.server.ts'
import { rawWrite } from '#db/statement.server.ts'
import { forgetStatements } from '#tests/support/table-walks.ts'
import { allMakers } from './makers.ts'
import { type Asked, failingCases, kindOf, readableCases, seen, statement } from './read-cases.ts'

const makers = allMakers()
const [ofProgram, ...others] = makers

/** What all answer, which is the same. */
async function all<Answer>(ask: (database: Database) => Promise<Answer>): Promise<Answer> {
	const answer = await ask(ofProgram.open())
	for (const { name, open } of others) expect(await ask(open()), name).toEqual(answer)
	return answer
}

const asks =
	(asked: readonly Asked[]) =>
	({ read }: Database) =>
		Promise.all(asked.map((one) => read({ ...statement(one), map: seen })))
const writes =
	(asked: readonly Asked[]) =>
	({ writeBatch }: Database) =>
		writeBatch(Object.fromEntries(asked.map((one, i) => [`${i}`, { ...statement(one), map: seen }])))
const words =
	(write: (asked: readonly Asked[]) => (database: Database) => Promise<unknown>, asked: readonly Asked[]) =>
	(database: Database) =>
		kindOf(write(asked)(database), asked)

// Meant to be walked through, or read for their shape alone: no query of the app (P13).
afterAll(forgetStatements)

test('they have one schema', async () => {
	const [tables] = await all(
		asks([
			[
				`SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name`,
			],
		]),
	)
	expect(tables?.cells.length).toBeGreaterThan(150)
})

describe('they read alike', () => {
	test.each(readableCases.map((asked) => ({ sql: asked[0], asked })))('$sql', async ({ asked }) => {
		await all(asks([asked]))
		await all(writes([asked]))
	})
})

describe('they fail alike', () => {
	const constraints: Asked[][] = [
		[["INSERT INTO categories (id, name, position) VALUES ('a', 'a', ?)", 1.5]],
		[["INSERT INTO categories (id, name, position) VALUES ('a', 'a', 1), ('a', 'b', 1)"]],
		[["INSERT INTO categories (id, name, position) VALUES (NULL, 'a', 1)"]],
		[["UPDATE categories SET name = 'no such column' WHERE idd = 1"]],
		[["INSERT INTO shop_categories (shop_id, category_id) VALUES ('none', 'none')"]],
		[['SELECT 1'], ["INSERT INTO reviews (appointment_id) VALUES ('a')"]],
		[['SELECT no_such_function()']],
		[['SELECT abs(1, 2)']],
		[['SELECT name FROM shops, services']],
		[['SELECT sum(sum(1))']],
		[['INSERT INTO categories (id, nothing) VALUES (1, 2)']],
		[['INSERT INTO categories (id, name, position) VALUES (1)']],
		[['SELECT 1 UNION SELECT 1, 2']],
		[['INSERT INTO no_such_table VALUES (1)']],
		[['DELETE FROM sqlite_schema']],
		[["SELECT '"]],
		[["SELECT 1 FROM shop_search WHERE shop_search MATCH 'AND'"]],
		[['SELECT 1 FROM shop_search WHERE shop_search MATCH ?', 'a "']],
		[["SELECT * FROM json_each('{')"]],
		[['SELECT abs(-9223372036854775808)']],
		[['SELECT (']],
		[['SELECT $']],
	]
	const cases = [...failingCases, ...constraints].map((asked) => ({ sql: asked.at(-1)?.[0], asked }))

	test.each(cases)('$sql', async ({ asked }) => {
		await all(words(asks, asked))
		await all(words(writes, asked))
	})

	test('a trigger says its word', async () => {
		const written = await all(
			words(writes, [['SELECT 1'], ["INSERT INTO reviews (appointment_id) VALUES ('none')"]]),
		)
		expect(written).toBe('violation review_not_allowed')
	})
})

describe('they write alike', () => {
	test('a count of changed rows leaves out what triggers and cascades change, and has what comes back', async () => {
		const add = (id: string): Asked => [
			'INSERT INTO categories (id, name, position) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
			...[id, id, 7],
		]
		const written = await all(
			writes([
				add('cut'),
				add('cut'),
				add('shave'),
				["UPDATE categories SET position = 8 WHERE id IN ('cut', 'shave') RETURNING id, position"],
				['SELECT changes() AS changes, total_changes() > 0 AS any'],
				["DELETE FROM categories WHERE id = 'cut' RETURNING *"],
				["DELETE FROM categories WHERE id = 'none'"],
				["WITH gone AS (SELECT 'shave' AS id) DELETE FROM categories WHERE id IN (SELECT id FROM gone)"],
				['SELECT typeof(position) FROM categories'],
			]),
		)
		const counts = Object.values(written).map(({ rowsAffected }) => rowsAffected)
		expect(counts).toEqual([1, 0, 1, 2, 0, 1, 0, 1, 0])
	})
})

describe.each(makers)('$name', ({ open, countTrips, count }) => {
	test('P7: reads of one turn make one trip, and one that cannot read its rows fails alone', async () => {
		const { read } = open()
		const one = { sql: 'SELECT 1 AS one', args: [], map: seen }
		const failing = { ...one, map: () => Promise.reject(new Error('unknown state')) }
		const trips = await countTrips(async () => {
			const answers = await Promise.allSettled([read(one), read(failing), read(one)])
			expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
		})
		expect(trips).toBe(1)
		expect(await countTrips(async () => [await read(one), await read(one)])).toBe(2)
	})

	test('W1: what a write sees is one moment, and of a refused one nothing is left', async () => {
		const { writeBatch } = open()
		const add = (id: string) =>
			rawWrite(sql`INSERT INTO categories (id, name, position) VALUES (${id}, ${id}, 1)`)
		await expect(writeBatch([add('first'), add('second'), add('first')])).rejects.toMatchObject({
			kind: 'violation',
			rule: 'unique:categories.id',
		})
		expect(await count(`SELECT count(*) FROM categories WHERE id IN ('first', 'second')`)).toBe(0)
		const written = await writeBatch({ both: [add('first'), add('second')], none: [] })
		expect(written).toEqual({ both: 2, none: 0 })
		expect(await writeBatch([])).toBeUndefined()
	})
})
