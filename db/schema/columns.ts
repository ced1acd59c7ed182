import { type SQL, sql } from 'drizzle-orm'
import { type AnySQLiteColumn, integer, text, type UpdateDeleteAction } from 'drizzle-orm/sqlite-core'
import { bookingNotes, forEachNote } from '#app/kernel/booking-notes.ts'

/**
 * Shapes of all tables. Migrations make tables STRICT (drizzle-kit cannot): a loose TEXT column would keep a number as
 * '12345.0'.
 */
export const id = () => text('id').primaryKey()

/** The id of another table's row. */
export const foreignId = (
	name: string,
	column: () => AnySQLiteColumn,
	actions?: { onDelete: UpdateDeleteAction },
) => text(name).notNull().references(column, actions)

/** Whole kobo. */
export const kobo = (name: string) => integer(name, { mode: 'number' })

/** Whole milliseconds since 1970 UTC; the name ends in `_at`. */
export const instantColumn = (name: string) => integer(name, { mode: 'number' })

/** 'YYYY-MM-DD' in the shop's zone. */
export const civilDate = (name: string) => text(name)

/** Minutes since midnight on the shop's clock, 0 to 1440. */
export const minuteOfDay = (name: string) => integer(name, { mode: 'number' })

export const flagColumn = (name: string) => integer(name, { mode: 'boolean' })

/** The mailbox of another column's address, as `mailboxOf` gives it (S29). */
export const mailbox = (name: string, email: string) => {
	const local = `substr(${email}, 1, instr(replace(${email}, '+', '@'), '@') - 1)`
	const host = `rtrim(substr(${email}, instr(${email}, '@') + 1), '.')`
	return text(name).generatedAlwaysAs(
		sql.raw(
			`CASE WHEN ${host} IN ('gmail.com', 'googlemail.com') THEN replace(${local}, '.', '') || '@gmail.com' ELSE ${local} || '@' || ${host} END`,
		),
		{ mode: 'virtual' },
	)
}

/** Null where nothing was said. */
export const noteColumns = () => forEachNote((name) => text(bookingNotes[name].column))

/** '' where nothing was said. */
export const typedNoteColumns = () =>
	forEachNote((name) => text(bookingNotes[name].column).notNull().default(''))

/** `column IN ('a', 'b')` for a CHECK. */
export function oneOf(column: SQL.Aliased | { name: string }, values: readonly string[]): SQL {
	const name = 'name' in column ? column.name : column.fieldAlias
	return sql.raw(`"${name}" in (${values.map((value) => `'${value}'`).join(', ')})`)
}
