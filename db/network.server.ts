import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether a column names a network of the wide network of `key`; never where `key` has only one width (S30). By an
 * index of the column.
 */
export function isInWideNetworkOf(key: SQL, column: SQL): SQL {
	const end = sql`instr(${key}, '.')`
	// The sign after '.' is '/'.
	return sql`(${end} > 0 AND ${column} > substr(${key}, 1, ${end}) AND ${column} < substr(${key}, 1, ${end} - 1) || '/')`
}
