import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, type InValue, type Row } from '@libsql/client/web'
import { startDatabaseServer } from '#scripts/local/database-server.ts'
import { migrateDatabase } from '#scripts/local/migrate.ts'

export type SeededDatabase = {
	url: string
	client: Client
	rows(sql: string, args?: InValue[]): Promise<Row[]>
}

/** Lends a database of its own, migrated and filled by `seed`, and takes it away again. */
export async function withSeededDatabase<Result>(
	seed: (url: string) => Promise<void>,
	use: (database: SeededDatabase) => Promise<Result>,
): Promise<Result> {
	const dataDir = mkdtempSync(join(tmpdir(), 'wakati-seed-'))
	const server = await startDatabaseServer({ dataDir })
	const client = createClient({ url: server.url })
	try {
		await migrateDatabase(server.url)
		await seed(server.url)
		return await use({
			url: server.url,
			client,
			rows: async (sql, args = []) => (await client.execute({ sql, args })).rows,
		})
	} finally {
		client.close()
		await server.stop()
		rmSync(dataDir, { recursive: true, force: true })
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
