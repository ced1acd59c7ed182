import { type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { calendarEntries } from './schema/availability.ts'

/** Who does a service of an appointment, by the calendar. */
export function staffInCalendar(appointmentId: string | AnySQLiteColumn, position: SQL): SQL<string> {
	return sql`(SELECT ${calendarEntries.staffMemberId} FROM ${calendarEntries}
		WHERE ${calendarEntries.appointmentId} = ${appointmentId} AND ${calendarEntries.position} = ${position})`
}
