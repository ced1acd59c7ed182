import { type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type BookingNote, bookingNoteNames, bookingNotes, forEachNote } from '#app/kernel/booking-notes.ts'
import { nullable, rows, text } from './row.server.ts'

export function noteFields(table: Record<BookingNote, AnySQLiteColumn<{ data: string }>>) {
	return rows(forEachNote((name) => nullable(text(table[name]))))
}

/** For `set` of an UPDATE. */
export const noNotes = forEachNote(() => null)

/** For an UPDATE by hand. */
export const withoutNotes: SQL = sql.raw(
	bookingNoteNames.map((name) => `${bookingNotes[name].column} = NULL`).join(', '),
)

/** For `json_object`, by the words of an export. */
export function exportedNotes(table: Record<BookingNote, AnySQLiteColumn>): SQL {
	return sql.join(
		bookingNoteNames.map((name) => sql`${sql.raw(`'${bookingNotes[name].exportedAs}'`)}, ${table[name]}`),
		sql`, `,
	)
}
