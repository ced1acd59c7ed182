import type { InStatement } from '@libsql/client/web'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/**
 * One statement that inserts any number of rows: they travel as one JSON value, so that neither the count of bound
 * values nor the text of the statement grows with them. Triggers and checks see each row as from a plain INSERT.
 * Columns that no row names keep their default; a column that only some rows name is null in the others.
 */
export function insertRows<Table extends SQLiteTable>(
	table: Table,
	rows: readonly Table['$inferInsert'][],
): InStatement {
	const named = new Set(rows.flatMap((row) => Object.keys(row)))
	const columns = Object.entries(getTableColumns(table)).filter(([key]) => named.has(key))
	const values = rows.map((row: Record<string, unknown>) =>
		columns.map(([key, column]) => {
			const value = row[key] ?? null
			return value === null ? null : column.mapToDriverValue(value)
		}),
	)
	const names = columns.map(([, column]) => `"${column.name}"`).join(', ')
	const reads = columns.map((_, i) => `value ->> ${i}`).join(', ')
	return {
		sql: `INSERT INTO "${getTableName(table)}" (${names}) SELECT ${reads} FROM json_each(?)`,
		args: [JSON.stringify(values)],
	}
}
