import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { SLICE_ROWS } from '../app/kernel/slice.ts'
import type { Statement } from '../app/kernel/write-batch.server.ts'
import { rawWrite } from './statement.server.ts'

/** Deletes a slice of the rows that a condition names (S22). */
export function deleteSlice(table: SQLiteTable, condition: SQL | undefined): Statement<number> {
	return rawWrite(
		sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${condition} LIMIT ${SLICE_ROWS})`,
	)
}

/** How many of the oldest rows one purge looks at. */
const OLDEST_ROWS = 500

/**
 * Deletes those of the oldest rows that meet a condition. For a table that is written in the order of time and has no
 * index on it: its row numbers tell which are the oldest.
 */
export function deleteOldest(table: SQLiteTable, condition: SQL | undefined): Statement<number> {
	return rawWrite(
		sql`DELETE FROM ${table} WHERE rowid <= (SELECT min(rowid) FROM ${table}) + ${OLDEST_ROWS} AND ${condition}`,
	)
}
