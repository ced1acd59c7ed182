import type { Row } from '@libsql/client/web'
import { type SQL, sql } from 'drizzle-orm'
import { type Column, decode, only, optional, type Selected } from './row.server.ts'

/** One description of a row of hand-written SQL: what to select, and how to read it. */
export type Rows<Value> = {
	/** Each field as `expression AS "field"`, one of a part as `"part.field"`: no two tables' names meet. */
	columns: SQL
	read: (row: Row) => Value
	/** The same with other names, to be a part of another row. */
	under: (prefix: string) => Rows<Value>
}

/** The value that a description reads: `RowOf<typeof order>`. */
export type RowOf<Description> = Description extends Rows<infer Value> ? Value : never

type Field<Value> = Column<Value, Selected> | Rows<Value>
type Described<Fields> = {
	[Name in keyof Fields]: Fields[Name] extends Column<infer Value, Selected> ? Value : RowOf<Fields[Name]>
}

/**
 * Describes a row once: `rows({ startsAt: instant(appointments.startsAt), shop: rows({ name: text(shops.name) }) })`.
 * A field is a column of the schema or an expression; a part is another description. Reads as strictly as `decode`.
 */
export function rows<Fields extends Record<string, Field<unknown>>>(
	fields: Fields,
	prefix = '',
): Rows<Described<Fields>> {
	const parts = Object.entries(fields).map(([name, field]) => [name, placed(field, prefix + name)] as const)
	return {
		columns: sql.join(
			parts.map(([, part]) => part.columns),
			sql`, `,
		),
		read: decode(Object.fromEntries(parts.map(([name, part]) => [name, part.read]))) as Rows<
			Described<Fields>
		>['read'],
		under: (outer) => rows(fields, outer),
	}
}

/** A part that is null where its field `key` is: the far side of a LEFT JOIN. */
export function rowsOrNull<Value>(
	key: keyof Value & string,
	part: Rows<Value>,
	prefix = '',
): Rows<Value | null> {
	const { columns, read } = prefix === '' ? part : part.under(prefix)
	return {
		columns,
		read: optional(prefix + key, read),
		under: (outer) => rowsOrNull(key, part, outer),
	}
}

function placed(field: Field<unknown>, name: string): Pick<Rows<unknown>, 'columns' | 'read'> {
	if ('under' in field) return field.under(`${name}.`)
	return {
		columns: sql`${field.column} AS ${sql.identifier(name)}`,
		read: only({ column: name, read: field.read }),
	}
}
