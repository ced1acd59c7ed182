import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { SLICE_ROWS, type Statement } from '../app/kernel/write-batch.server.ts'
import { rawWrite } from './statement.server.ts'

/** Deletes a slice of matching rows (S22). */
export function deleteSlice(table: SQLiteTable, condition: SQL | undefined): Statement<number> {
	return rawWrite(
		sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${condition} LIMIT ${SLICE_ROWS})`,
	)
}

const OLDEST_ROWS = 500

/** Deletes matching rows among the oldest, for a table without an index on time: row numbers give the order. */
export function deleteOldest(table: SQLiteTable, condition: SQL | undefined): Statement<number> {
	return rawWrite(
		sql`DELETE FROM ${table} WHERE rowid <= (SELECT min(rowid) FROM ${table}) + ${OLDEST_ROWS} AND ${condition}`,
	)
}
