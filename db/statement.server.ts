import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import { type Row, rowsOf, type Statement } from './client.server.ts'
import type { Answer, BoundValue } from './run-batch.server.ts'

/** Builds statements and never runs them: they travel through `Database.read` and `writeBatch`. */
export const build = drizzle(() =>
	Promise.reject(new Error('a statement travels through the database client')),
)

const dialect = new SQLiteSyncDialect()

type Buildable = {
	prepare(): {
		getQuery(): { sql: string; params: unknown[] }
		mapResult(response: unknown, isFromBatch?: boolean): unknown
	}
}

/** The values of a statement's `sql.placeholder(name)`s. */
export type Values = Record<string, BoundValue | readonly string[]>

/**
 * Compiles a drizzle query once per isolate, when it is first asked for; each call fills in its placeholders. Building a
 * query costs more than the rest of a page's own work, so repositories call this at module level.
 */
export function prepared<Query extends Buildable>(
	query: Query,
): (values?: Values) => Statement<Awaited<Query>> {
	const compiled = onceNeeded(() => {
		const statement = query.prepare()
		return { ...statement.getQuery(), map: (answer: Answer) => statement.mapResult(answer, true) }
	})
	return (values = {}) => {
		const { sql, params, map } = compiled()
		return {
			sql,
			args: fillPlaceholders(params, values) as BoundValue[],
			map: (answer) => map(answer) as Awaited<Query>,
		}
	}
}

/** A read written in SQL where drizzle has no words for it; `toValue` reads one row by its column aliases. */
export function rawRead<Value>(query: SQL, toValue: (row: Row) => Value): Statement<Value[]> {
	const { sql, params } = dialect.sqlToQuery(query)
	return { sql, args: params as BoundValue[], map: (answer) => rowsOf(answer).map(toValue) }
}

/** The same, compiled once per isolate; each call fills in its `sql.placeholder(name)`s. */
export function preparedRead<Value>(
	query: SQL,
	toValue: (row: Row) => Value,
): (values?: Values) => Statement<Value[]> {
	const compiled = onceNeeded(() => dialect.sqlToQuery(query))
	return (values = {}) => {
		const { sql, params } = compiled()
		return {
			sql,
			args: fillPlaceholders(params, values) as BoundValue[],
			map: (answer) => rowsOf(answer).map(toValue),
		}
	}
}

/** A write written in SQL, for `writeBatch`. */
export function rawWrite(query: SQL): Statement {
	const { sql, params } = dialect.sqlToQuery(query)
	return { sql, args: params as BoundValue[], map: (answer) => answer.rowsAffected }
}

/** A cold start would otherwise wait for every statement of the app. */
function onceNeeded<Value>(make: () => Value): () => Value {
	let made: { value: Value } | undefined
	return () => {
		made ??= { value: make() }
		return made.value
	}
}
