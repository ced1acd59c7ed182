import { type SQL, sql } from 'drizzle-orm'
import { integer, text } from 'drizzle-orm/sqlite-core'
import { bookingNotes, forEachNote } from '#app/kernel/booking-notes.ts'

/**
 * The shapes that every table shares. Tables are STRICT (the migration says so; drizzle-kit cannot), because the
 * client binds JavaScript numbers as REAL and a loose TEXT column would keep '12345.0'.
 */
export const id = () => text('id').primaryKey()

/** Whole kobo. */
export const kobo = (name: string) => integer(name, { mode: 'number' })

/** Whole milliseconds since 1970 UTC; the name ends in `_at`. */
export const instantColumn = (name: string) => integer(name, { mode: 'number' })

/** 'YYYY-MM-DD' in the shop's zone. */
export const civilDate = (name: string) => text(name)

/** Minutes since midnight on the shop's clock, 0 to 1440. */
export const minuteOfDay = (name: string) => integer(name, { mode: 'number' })

export const flagColumn = (name: string) => integer(name, { mode: 'boolean' })

/**
 * The mailbox of an address that another column holds, as `mailboxOf` has it: one in all its spellings (S29). The
 * database computes it, so that it goes with its address.
 */
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

/** What a customer tells with a booking; null where nothing was said. */
export const noteColumns = () => forEachNote((name) => text(bookingNotes[name].column))

/** As a draft keeps it: '' where nothing was said. */
export const typedNoteColumns = () =>
	forEachNote((name) => text(bookingNotes[name].column).notNull().default(''))

/** `column IN ('a', 'b')` for a CHECK, from the closed list that the types are made of. */
export function oneOf(column: SQL.Aliased | { name: string }, values: readonly string[]): SQL {
	const name = 'name' in column ? column.name : column.fieldAlias
	return sql.raw(`"${name}" in (${values.map((value) => `'${value}'`).join(', ')})`)
}
