import type { InValue, Row } from '@libsql/client/web'
import { expectSound } from '#tests/support/auditor.ts'
import { startTestDatabase } from '#tests/support/test-database.ts'

export type SeededDatabase = {
	url: string
	rows(sql: string, args?: InValue[]): Promise<Row[]>
}

/** Lends a database of its own, migrated, filled by `seed` and audited, and takes it away again. */
export async function withSeededDatabase<Result>(
	seed: (url: string) => Promise<void>,
	use: (database: SeededDatabase) => Promise<Result>,
): Promise<Result> {
	const database = await startTestDatabase()
	try {
		await seed(database.url)
		const result = await use({
			url: database.url,
			rows: async (sql, args = []) => (await database.client.execute({ sql, args })).rows,
		})
		await expectSound(database)
		return result
	} finally {
		await database.remove()
	}
}

/** Every row of every table that the app fills, as text. */
export async function dump({ rows }: SeededDatabase): Promise<Record<string, string[]>> {
	const tables = await rows(
		`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%' ORDER BY name`,
	)
	const all: Record<string, string[]> = {}
	for (const { name } of tables) {
		all[String(name)] = (await rows(`SELECT * FROM "${name}"`))
			.map((row) => JSON.stringify({ ...row }))
			.sort()
	}
	return all
}
