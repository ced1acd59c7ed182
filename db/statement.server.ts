import type { InValue, ResultSet, Row } from '@libsql/client/web'
import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql/web'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import type { Statement } from './client.server.ts'

/** Builds statements and never runs them: they travel through `Database.read` and `writeBatch`. */
export const build = drizzle.mock()

const dialect = new SQLiteSyncDialect()

type Buildable = {
	prepare(): {
		getQuery(): { sql: string; params: unknown[] }
		mapResult(response: unknown, isFromBatch?: boolean): unknown
	}
}

/** The values of a statement's `sql.placeholder(name)`s. */
export type Values = Record<string, InValue | readonly string[]>

/**
 * Compiles a drizzle query once per isolate; each call fills in its placeholders. Building a query costs more than the
 * rest of a page's own work, so repositories call this at module level.
 */
export function prepared<Query extends Buildable>(
	query: Query,
): (values?: Values) => Statement<Awaited<Query>> {
	const compiled = query.prepare()
	const { sql, params } = compiled.getQuery()
	return (values = {}) => ({
		sql,
		args: fillPlaceholders(params, values) as InValue[],
		map: (result: ResultSet) => compiled.mapResult(result, true) as Awaited<Query>,
	})
}

/** A read written in SQL where drizzle has no words for it; `toValue` reads one row by its column aliases. */
export function rawRead<Value>(query: SQL, toValue: (row: Row) => Value): Statement<Value[]> {
	const { sql, params } = dialect.sqlToQuery(query)
	return { sql, args: params as InValue[], map: (result) => result.rows.map(toValue) }
}

/** The same, compiled once per isolate; each call fills in its `sql.placeholder(name)`s. */
export function preparedRead<Value>(
	query: SQL,
	toValue: (row: Row) => Value,
): (values?: Values) => Statement<Value[]> {
	const { sql, params } = dialect.sqlToQuery(query)
	return (values = {}) => ({
		sql,
		args: fillPlaceholders(params, values) as InValue[],
		map: (result) => result.rows.map(toValue),
	})
}

/** A write written in SQL, for `writeBatch`. */
export function rawWrite(query: SQL): Statement {
	const { sql, params } = dialect.sqlToQuery(query)
	return { sql, args: params as InValue[], map: (result) => result.rowsAffected }
}
