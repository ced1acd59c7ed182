import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { DescribedFields, ValuesOf } from '#app/kernel/described-field.ts'
import { type Column, pickColumns, type Selected } from './row.server.ts'

/** For `rows`: each field is the column of its name, and a choice is one of its options. */
export function describedRow<const Fields extends DescribedFields>(
	fields: Fields,
	table: SQLiteTable & Record<keyof Fields, SQLiteColumn>,
) {
	type RowFields = { [Name in keyof Fields]: Column<ValuesOf<Fields>[Name], Selected> }
	return describedColumns(fields, table) as unknown as RowFields
}

/** For a select of drizzle. */
export function describedColumns<
	const Fields extends DescribedFields,
	Table extends SQLiteTable & Record<keyof Fields, SQLiteColumn>,
>(fields: Fields, table: Table): Pick<Table, keyof Fields> {
	return pickColumns(table, ...(Object.keys(fields) as (keyof Fields)[]))
}
