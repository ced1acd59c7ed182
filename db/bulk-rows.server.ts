import type { InStatement } from '@libsql/client/web'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Statement } from '#app/kernel/write-batch.server.ts'

/**
 * Inserts rows as one JSON value, so that the SQL text does not grow. Triggers and checks see each row. A column that
 * only some rows name is null in the others.
 */
export function insertRows<Table extends SQLiteTable>(
	table: Table,
	rows: readonly Table['$inferInsert'][],
): InStatement {
	const columns = namedColumns(table, rows)
	const names = columns.map(([, column]) => `"${column.name}"`).join(', ')
	const reads = columns.map((_, i) => `value ->> ${i}`).join(', ')
	return {
		sql: `INSERT INTO "${getTableName(table)}" (${names}) SELECT ${reads} FROM json_each(?)`,
		args: [rowsAsJson(columns, rows)],
	}
}

/** For a batch that may be sent twice: a row whose `key` exists stays. */
export function insertNewRows<Table extends SQLiteTable>(
	table: Table,
	rows: readonly Table['$inferInsert'][],
	key: readonly string[],
): Statement<number> {
	const { sql, args } = insertRows(table, rows) as { sql: string; args: [string] }
	const conflict = `ON CONFLICT (${key.map((name) => `"${name}"`).join(', ')}) DO NOTHING`
	return { sql: `${sql} WHERE true ${conflict}`, args, map: (result) => result.rowsAffected }
}

export function updateRows<Table extends SQLiteTable>(
	table: Table,
	rows: readonly (Partial<Table['$inferInsert']> & { id: string })[],
): Statement<number>[] {
	const alike = new Map<string, (typeof rows)[number][]>()
	for (const row of rows) {
		if (Object.keys(row).length === 1) continue
		const names = Object.keys(row).sort().join()
		alike.set(names, [...(alike.get(names) ?? []), row])
	}
	return [...alike.values()].map((group) => {
		const columns = namedColumns(table, group)
		// Setting an id, even to itself, makes SQLite search its children in every table that names the row.
		const set = columns
			.flatMap(([key, column], i) => (key === 'id' ? [] : [`"${column.name}" = given.value ->> ${i}`]))
			.join(', ')
		const idAt = columns.findIndex(([key]) => key === 'id')
		const name = getTableName(table)
		return {
			sql: `UPDATE "${name}" SET ${set} FROM json_each(?) given WHERE "${name}"."id" = given.value ->> ${idAt}`,
			args: [rowsAsJson(columns, group)],
			map: (result) => result.rowsAffected,
		}
	})
}

function namedColumns(table: SQLiteTable, rows: readonly object[]) {
	const named = new Set(rows.flatMap((row) => Object.keys(row)))
	return Object.entries(getTableColumns(table)).filter(([key]) => named.has(key))
}

function rowsAsJson(columns: ReturnType<typeof namedColumns>, rows: readonly object[]): string {
	return JSON.stringify(
		rows.map((row) =>
			columns.map(([key, column]) => {
				const value = (row as Record<string, unknown>)[key] ?? null
				return value === null ? null : column.mapToDriverValue(value)
			}),
		),
	)
}
