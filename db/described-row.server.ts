import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { DescribedField, DescribedFields, ValuesOf } from '#app/kernel/described-field.ts'
import { type Column, flag, integer, nullable, type Selected, text } from './row.server.ts'

type RowFields<Fields extends DescribedFields> = {
	[Name in keyof Fields]: Column<ValuesOf<Fields>[Name], Selected>
}

/** For `rows`: each field is the column of its name. */
export function describedRow<const Fields extends DescribedFields>(
	fields: Fields,
	table: { [Name in keyof Fields]: SQLiteColumn },
): RowFields<Fields> {
	return Object.fromEntries(
		Object.entries(fields).map(([name, { kind }]) => [
			name,
			columnOf[kind](table[name as keyof Fields] as Selected<never>),
		]),
	) as RowFields<Fields>
}

/** For a select of drizzle. */
export function describedColumns<
	const Fields extends DescribedFields,
	Table extends Record<keyof Fields, SQLiteColumn>,
>(fields: Fields, table: Table): Pick<Table, keyof Fields> {
	const names = Object.keys(fields) as (keyof Fields)[]
	return Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, keyof Fields>
}

const columnOf: Readonly<
	Record<DescribedField['kind'], (column: Selected<never>) => Column<unknown, Selected>>
> = {
	text,
	line: text,
	lineOrEmpty: text,
	lineOrNone: (column) => nullable(text(column)),
	phoneOrNone: (column) => nullable(text(column)),
	count: integer,
	countOrNone: (column) => nullable(integer(column)),
	kobo: integer,
	koboOrNone: (column) => nullable(integer(column)),
	flag,
	choice: text,
}
