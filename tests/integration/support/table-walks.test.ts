import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/client.server.ts'
import { rawRead } from '#db/statement.server.ts'
import { tableWalks } from '#tests/support/table-walks.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()

test('P13: a statement that walks through a table is found, wherever a test sends it, and one with an index is not', async () => {
	const { read } = openDatabase({ url: database().url })
	await read(rawRead(sql`SELECT id FROM clients WHERE first_name = ${'Ada'}`, String))
	await read(rawRead(sql`SELECT id FROM clients WHERE id = ${'planted'}`, String))
	expect(await tableWalks(database().client)).toEqual([expect.stringMatching(/^SCAN clients — SELECT id/)])
})
