import type { Client } from '@libsql/client/web'
import type { Statement } from '#app/kernel/write-batch.server.ts'

/**
 * Where the database would find the rows of these statements by walking through a whole table; empty when each is found
 * by an index (P13).
 */
export async function tableWalks(client: Client, statements: Iterable<Statement>): Promise<string[]> {
	const tables = new Set(
		(await client.execute(`SELECT name FROM sqlite_schema WHERE type = 'table'`)).rows.map((row) =>
			String(row.name),
		),
	)
	const walks: string[] = []
	for (const { sql, args } of statements) {
		const { rows } = await client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args })
		for (const { detail } of rows) {
			const walked = /^SCAN (\w+)/.exec(String(detail))?.[1]
			if (walked === undefined) continue
			// An INSERT shows how it would look for rows that wait for it; SQLite skips that while no such row is known.
			const isForeignKeyCheck = /^\s*INSERT/i.test(sql) && !new RegExp(`\\b${walked}\\b`).test(sql)
			// What is no table is a list that was sent along (json_each) or a handful of rows found before.
			if (tables.has(tableOf(sql, walked)) && !isForeignKeyCheck) walks.push(`${detail} — ${sql}`)
		}
	}
	return walks
}

/** The table behind an alias of a statement. */
function tableOf(sql: string, alias: string): string {
	for (const [, table, name] of sql.matchAll(/\b(?:FROM|JOIN)\s+"?(\w+)"?\s+(?:AS\s+)?"?(\w+)"?/gi)) {
		if (name === alias && table !== undefined) return table
	}
	return alias
}
