import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { refusedWrites } from './schema/operation.ts'
import { rawWrite } from './statement.server.ts'

/**
 * Refuses its whole batch by `word` where `condition` holds at its place in the batch (docs/decisions/080). For what no
 * table knows, such as displayed prices, and for rate limits.
 */
export function refuseWhen(word: string, condition: SQL): Statement<number> {
	return {
		...rawWrite(sql`INSERT INTO ${refusedWrites} (word) SELECT ${word} WHERE ${condition}`),
		refusal: word,
	}
}

type ShopTable = SQLiteTable & { id: SQLiteColumn; shopId: SQLiteColumn }

/**
 * First in a batch that changes a shop's row from a form: refuses ('changed_meanwhile') a row that is no longer as
 * shown. A row with the new values passes, so that a repeat succeeds.
 */
export function refuseUnlessSeen(
	table: ShopTable,
	{ shopId, id }: { shopId: string; id: string },
	seen: Readonly<Record<string, unknown>>,
	wanted: Readonly<Record<string, unknown>>,
): Statement<number> {
	return refuseUnlessRowSeen(table, sql`${table.id} = ${id} AND ${table.shopId} = ${shopId}`, seen, wanted)
}

/** As `refuseUnlessSeen`, for the one row that meets a condition. */
export function refuseUnlessRowSeen(
	table: SQLiteTable,
	isRow: SQL,
	seen: Readonly<Record<string, unknown>>,
	wanted: Readonly<Record<string, unknown>>,
): Statement<number> {
	const isAs = (values: Readonly<Record<string, unknown>>) =>
		sql.join(
			Object.entries(values).map(([name, value]) => sql`${findColumn(table, name)} IS ${boundValue(value)}`),
			sql` AND `,
		)
	return refuseWhen(
		'changed_meanwhile',
		sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${isRow}
			AND ((${isAs(seen)}) OR (${isAs({ ...seen, ...wanted })})))`,
	)
}

function findColumn(table: SQLiteTable, name: string): SQLiteColumn {
	const column = getTableColumns(table)[name]
	if (!column) throw new Error(`the table has no column '${name}'`)
	return column
}

/** SQLite keeps a flag as 0 or 1. */
function boundValue(value: unknown): SQL {
	return typeof value === 'boolean' ? sql`${Number(value)}` : sql`${value}`
}
