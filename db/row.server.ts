import type { Row } from '@libsql/client/web'
import { type GetColumnData, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Instant } from '#app/kernel/instant.ts'
import { once } from '#app/kernel/once.ts'

/** A column of this type, or an expression. */
export type Selected<Data = unknown> = SQL | AnySQLiteColumn<{ data: Data }>

/** A value's place and reader; for `rows` what to select. */
export type Column<Value, From = string> = { column: From; read: (value: unknown) => Value }

/** A bug, or a state that this release does not know. */
export class RowError extends Error {
	override name = 'RowError'
}

/** A row of hand-written SQL. */
export type Rows<Value> = {
	/** Names of two tables never collide: "field", or "part.field". */
	columns: SQL
	/** `ReturnType<typeof order.read>` is the type of the row. */
	read: (row: Row) => Value
	/** Prefixes the names, for a part of another row. */
	under: (prefix: string) => Rows<Value>
}

type RowField<Value> = Column<Value, Selected> | Rows<Value> | SQLiteColumn
type FieldValue<Field> = Field extends SQLiteColumn
	? GetColumnData<Field>
	: Field extends Column<infer Value, Selected> | Rows<infer Value>
		? Value
		: never
type Described<Fields> = { [Name in keyof Fields]: FieldValue<Fields[Name]> }

/** Columns under their own names, for `rows` or for the builder's `select`. */
export function pickColumns<Table extends SQLiteTable, Name extends keyof Table>(
	table: Table,
	...names: Name[]
): Pick<Table, Name> {
	return Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>
}

/**
 * Describes a row once: `rows({ startsAt: instant(appointments.startsAt), shop: rows({ name: text(shops.name) }) })`.
 * Reading throws a RowError for a missing column, an unexpected null, or an unknown word.
 */
export function rows<Fields extends Record<string, RowField<unknown>>>(
	fields: Fields,
	prefix = '',
): Rows<Described<Fields>> {
	const parts = once(() =>
		Object.entries(fields).map(([name, field]) => ({ name, ...placed(field, prefix + name) })),
	)
	const columns = once(() =>
		sql.join(
			parts().map((part) => part.columns),
			sql`, `,
		),
	)
	return {
		get columns() {
			return columns()
		},
		read: (row) => {
			const value: Record<string, unknown> = {}
			for (const { name, read } of parts()) value[name] = read(row)
			return value as Described<Fields>
		},
		under: (outer) => rows(fields, outer),
	}
}

/** Null where the field `key` is null: for a LEFT JOIN. */
export function rowsOrNull<Value>(
	key: keyof Value & string,
	part: Rows<Value>,
	prefix = '',
): Rows<Value | null> {
	const own = once(() => (prefix === '' ? part : part.under(prefix)))
	return {
		get columns() {
			return own().columns
		},
		read: (row) => {
			const column = prefix + key
			if (row[column] === undefined) throw new RowError(`a row has no column ${column}`)
			return row[column] === null ? null : own().read(row)
		},
		under: (outer) => rowsOrNull(key, part, outer),
	}
}

function placed(field: RowField<unknown>, name: string): Pick<Rows<unknown>, 'columns' | 'read'> {
	if ('under' in field) return field.under(`${name}.`)
	const { column, read } = 'read' in field ? field : columnField(field)
	return { columns: sql`${column} AS ${sql.identifier(name)}`, read: only({ column: name, read }) }
}

/** Reads a column as the schema types it. */
function columnField(column: SQLiteColumn): Column<unknown, Selected> {
	const { dataType, enumValues, notNull } = column
	const field = enumValues
		? word(column as Selected<string>, enumValues)
		: readerOfType[dataType as keyof typeof readerOfType](column as Selected<never>)
	return notNull ? field : nullable<unknown, Selected>(field)
}

const readerOfType: Readonly<
	Record<'string' | 'number' | 'boolean', (column: Selected<never>) => Column<unknown, Selected>>
> = { string: text, number: integer, boolean: flag }

/** Reads one column alone. */
export function only<Value>({ column, read }: Column<Value>): (row: Row) => Value {
	return (row) => {
		const value = row[column]
		if (value === undefined) throw new RowError(`a row has no column ${column}`)
		try {
			return read(value)
		} catch (error) {
			if (error instanceof RowError) throw new RowError(`column ${column}: ${error.message}`)
			throw error
		}
	}
}

export function text<From extends string | Selected<string>>(column: From): Column<string, From> {
	return { column, read: (value) => String(present(value)) }
}

export function integer<From extends string | Selected<number>>(column: From): Column<number, From> {
	return { column, read: (value) => Number(present(value)) }
}

/** Milliseconds since 1970. */
export function instant<From extends Selected<number>>(column: From): Column<Instant, From> {
	return integer(column)
}

export function real<From extends string | Selected<number>>(column: From): Column<number, From> {
	return { column, read: (value) => Number(present(value)) }
}

/** 0 or 1. */
export function flag<From extends string | Selected<boolean>>(column: From): Column<boolean, From> {
	return { column, read: (value) => Number(present(value)) === 1 }
}

/** Throws for a word outside the list. */
export function word<From extends string | Selected<string>, const Words extends readonly string[]>(
	column: From,
	words: Words,
): Column<Words[number], From> {
	return {
		column,
		read: (value) => {
			const known = words.find((one) => one === present(value))
			if (known === undefined) throw new RowError('an unknown word')
			return known
		},
	}
}

/** JSON that the query made, by `json_object` or `json_group_array`. */
export function json<Value>(column: string): Column<Value>
export function json<Value>(column: SQL): Column<Value, SQL>
export function json<Value>(column: string | SQL): Column<Value, string | SQL> {
	return { column, read: (value) => JSON.parse(String(present(value))) as Value }
}

export function nullable<Value, From = string>({
	column,
	read,
}: Column<Value, From>): Column<Value | null, From> {
	return { column, read: (value) => (value === null ? null : read(value)) }
}

function present(value: unknown): unknown {
	if (value === null) throw new RowError('null where a value is expected')
	return value
}

/** '2026-11-24T09:00:00Z', for JSON that SQL writes. */
export function isoTime(at: SQLWrapper): SQL {
	return sql`strftime('%Y-%m-%dT%H:%M:%SZ', ${at} / 1000, 'unixepoch')`
}
