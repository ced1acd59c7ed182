import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { rawRead, rawWrite } from '#db/statement.server.ts'
import { allMakers } from './makers.ts'

const addCategory = (id: string, position: SQL | number = 1) =>
	rawWrite(sql`INSERT INTO categories (id, name, position) VALUES (${id}, ${id}, ${position})`)
const isThere = (id: string) => sql`EXISTS (SELECT 1 FROM categories WHERE id = ${id})`

describe.each(allMakers())('$name', ({ open, count, loseAnswer }) => {
	const categories = () => count('SELECT count(*) FROM categories')

	test('a batch is refused by the word of the statement that failed, and nothing of it is applied', async () => {
		const before = await categories()
		const refused = open().writeBatch([
			addCategory('first'),
			refuseWhen('never_so', sql`false`),
			refuseWhen('first_is_there', isThere('first')),
			addCategory('second'),
		])
		await expect(refused).rejects.toMatchObject({
			kind: 'violation',
			rule: 'first_is_there',
			message: 'refused by first_is_there',
		})
		expect(await categories()).toBe(before)
	})

	test('of two statements that would refuse, the first one in the order of the batch gives its word', async () => {
		const refusals = { one: refuseWhen('one', sql`true`), other: refuseWhen('other', sql`true`) }
		const { writeBatch } = open()
		await expect(writeBatch([refusals.one, refusals.other])).rejects.toMatchObject({ rule: 'one' })
		await expect(writeBatch([refusals.other, refusals.one])).rejects.toMatchObject({ rule: 'other' })
	})

	test('groups, reads and statements put before a named batch are counted as they are sent', async () => {
		const refused = open().writeBatch({
			before: [addCategory('before'), addCategory('before-too')],
			nothing: [],
			read: rawRead(sql`SELECT 1 FROM categories`, () => 1),
			group: [addCategory('in-group'), refuseWhen('in_group', isThere('in-group')), addCategory('after')],
		})
		await expect(refused).rejects.toMatchObject({ rule: 'in_group' })
	})

	test('a batch whose condition holds nowhere is written', async () => {
		const written = await open().writeBatch({
			refusal: refuseWhen('not_free', isThere('free')),
			added: addCategory('free'),
		})
		expect(written).toEqual({ refusal: 0, added: 1 })
	})

	describe('another violation keeps its name beside a refusal:', () => {
		test.each<[string, () => Statement]>([
			['unique:categories.id', () => addCategory('twice')],
			['not_null', () => rawWrite(sql`INSERT INTO categories (id, name, position) VALUES ('null', NULL, 1)`)],
			[
				'foreign_key',
				() => rawWrite(sql`INSERT INTO shop_categories (shop_id, category_id) VALUES ('none', 'none')`),
			],
			[
				'check:user_email_case',
				() =>
					rawWrite(
						sql`INSERT INTO users (id, email, password_hash, created_at) VALUES ('upper', 'Ada@example.com', '', 1)`,
					),
			],
		])('%s', async (rule, statement) => {
			const refused = open().writeBatch([
				refuseWhen('before', sql`false`),
				addCategory('twice'),
				statement(),
				refuseWhen('after', sql`true`),
			])
			await expect(refused).rejects.toMatchObject({ kind: 'violation', rule })
		})
	})

	test('a condition that is no SQL is a bug and no refusal', async () => {
		const refused = open().writeBatch([refuseWhen('word', sql`no_such_column = 1`)])
		await expect(refused).rejects.toMatchObject({ kind: 'invalid', rule: null })
	})

	test('W5: a refusal that was not answered is the refusal again when the batch is repeated', async () => {
		loseAnswer()
		const refused = writeIdempotent(open().writeBatch, [
			addCategory('lost'),
			refuseWhen('lost', isThere('lost')),
		])
		await expect(refused).rejects.toMatchObject({ kind: 'violation', rule: 'lost' })
	})
})
