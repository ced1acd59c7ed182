import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether a column's network lies in the wide network of `key`; never where `key` has one width (S30). Uses an index of
 * the column.
 */
export function isInWideNetworkOf(key: SQL, column: SQL): SQL {
	const end = sql`instr(${key}, '.')`
	// The sign after '.' is '/'.
	return sql`(${end} > 0 AND ${column} > substr(${key}, 1, ${end}) AND ${column} < substr(${key}, 1, ${end} - 1) || '/')`
}
