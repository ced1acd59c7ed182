import type { InValue, ResultSet, Row } from '@libsql/client/web'
import { fillPlaceholders, getTableColumns, is, SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql/web'
import {
	type SQLiteColumn,
	type SQLiteInsertBase,
	type SQLiteInsertOnConflictDoUpdateConfig,
	type SQLiteInsertValue,
	SQLiteSyncDialect,
	type SQLiteTable,
	type SQLiteUpdateSetSource,
} from 'drizzle-orm/sqlite-core'
import { once } from '#app/kernel/once.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Rows } from './row.server.ts'

/**
 * Drizzle's builder, which never runs a query. docs/decisions/017 says which SQL is built and which is written by hand.
 */
export const build = drizzle.mock()

const dialect = new SQLiteSyncDialect()

export const { placeholder } = sql

/** A query of the builder whose rows the schema types. */
type BuiltRead = {
	prepare(): {
		getQuery(): { sql: string; params: unknown[] }
		mapResult(response: unknown, isFromBatch?: boolean): unknown
	}
}

/** An insert, update or delete of the builder. */
type BuiltWrite = { getSQL(): SQL; prepare(): unknown }

/** The values of a statement's `sql.placeholder(name)`s. */
export type Values = Record<string, InValue | readonly string[]>

/**
 * A built read, compiled once per isolate on first use. Building costs up to 0.1 ms of CPU, so repositories call this
 * at module level, and a start builds none (docs/decisions/099).
 */
export function prepared<Query extends BuiltRead>(
	query: () => Query,
): (values?: Values) => Statement<Awaited<Query>> {
	const compile = once(() => {
		const compiled = query().prepare()
		return { ...compiled.getQuery(), compiled }
	})
	return (values = {}) => {
		const { sql: text, params, compiled } = compile()
		return {
			sql: text,
			args: fillPlaceholders(params, values) as InValue[],
			map: (result: ResultSet) => compiled.mapResult(result, true) as Awaited<Query>,
		}
	}
}

/** A read built for one call: for rare reads. */
export function builtRead<Query extends BuiltRead>(query: Query): Statement<Awaited<Query>> {
	return prepared(() => query)()
}

/** Gives the number of changed rows. */
export function builtWrite(query: BuiltWrite): Statement<number> {
	return rawWrite(query.getSQL())
}

export function updateWhere<Table extends SQLiteTable>(
	table: Table,
	values: SQLiteUpdateSetSource<Table>,
	where: SQL | undefined,
): Statement<number> {
	return builtWrite(build.update(table).set(values).where(where))
}

export function deleteWhere(table: SQLiteTable, where: SQL | undefined): Statement<number> {
	return builtWrite(build.delete(table).where(where))
}

export function insertRow<Table extends SQLiteTable>(
	table: Table,
	values: InsertedRows<Table>,
): Statement<number> {
	return builtWrite(insertInto(table, values))
}

/** A row whose `key` (without one: any unique value) exists stays as it is. */
export function insertNewRow<Table extends SQLiteTable>(
	table: Table,
	values: InsertedRows<Table>,
	key?: SQLiteColumn,
): Statement<number> {
	return builtWrite(insertInto(table, values).onConflictDoNothing(key && { target: key }))
}

export function upsertRow<Table extends SQLiteTable>(
	table: Table,
	values: InsertedRows<Table>,
	conflict: SQLiteInsertOnConflictDoUpdateConfig<SQLiteInsertBase<Table, 'async', unknown>>,
): Statement<number> {
	return builtWrite(insertInto(table, values).onConflictDoUpdate(conflict))
}

type InsertedRows<Table extends SQLiteTable> = SQLiteInsertValue<Table> | SQLiteInsertValue<Table>[]

function insertInto<Table extends SQLiteTable>(table: Table, values: InsertedRows<Table>) {
	return build.insert(table).values(values as SQLiteInsertValue<Table>)
}

/** The first row of a read, or null. It reads at once, so that the page's reads travel together. */
export async function first<Value>(found: Promise<Value[]>): Promise<Value | null> {
	const [value] = await found
	return value ?? null
}

/** Whether a read finds a row. */
export async function isAny(found: Promise<unknown[]>): Promise<boolean> {
	return (await found).length > 0
}

/**
 * `INSERT … SELECT`: a value for each column, then the statement from FROM or WHERE on. The builder would need all
 * columns in the table's order.
 */
export function insertFrom<Table extends SQLiteTable>(
	table: Table,
	values: SQLiteInsertValue<Table>,
	source: SQL,
): Statement<number> {
	const columns = getTableColumns(table)
	const given = Object.entries<unknown>(values).flatMap(([key, value]) => {
		const column = columns[key]
		return column && value !== undefined ? [{ column, value }] : []
	})
	const names = given.map(({ column }) => sql.identifier(column.name))
	const selected = given.map(({ column, value }) => (is(value, SQL) ? value : sql.param(value, column)))
	return rawWrite(
		sql`INSERT INTO ${table} (${sql.join(names, sql`, `)}) SELECT ${sql.join(selected, sql`, `)} ${source}`,
	)
}

/** Hand-written SQL; `toValue` reads one row. */
export function rawRead<Value>(query: SQL, toValue: (row: Row) => Value): Statement<Value[]> {
	return preparedRead(() => query, toValue)()
}

/** Hand-written SQL, compiled as `prepared` is; each call fills in its `sql.placeholder(name)`s. */
export function preparedRead<Value>(
	query: () => SQL,
	toValue: (row: Row) => Value,
): (values?: Values) => Statement<Value[]> {
	const compile = once(() => dialect.sqlToQuery(query()))
	return (values = {}) => {
		const { sql: text, params } = compile()
		return {
			sql: text,
			args: fillPlaceholders(params, values) as InValue[],
			map: (result) => result.rows.map(toValue),
		}
	}
}

/** `SELECT` of a row that `rows` describes; `source` is the query from FROM on. */
export function rawSelect<Value>(row: Rows<Value>, source: SQL = sql``): Statement<Value[]> {
	return preparedSelect(row, () => source)()
}

/** `rawSelect`, compiled as `prepared` is; each call fills in its `sql.placeholder(name)`s. */
export function preparedSelect<Value>(
	row: Rows<Value>,
	source: () => SQL,
): (values?: Values) => Statement<Value[]> {
	return preparedRead(() => sql`SELECT ${row.columns} ${source()}`, row.read)
}

/** Hand-written SQL; gives the number of changed rows. */
export function rawWrite(query: SQL): Statement<number> {
	const { sql: text, params } = dialect.sqlToQuery(query)
	return { sql: text, args: params as InValue[], map: (result) => result.rowsAffected }
}
