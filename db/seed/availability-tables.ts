import { calendarEntries, staffDaysOff, staffSchedules } from '#db/schema/availability.ts'
import type { TableRows } from './table-rows.ts'

export const availabilityTables = { staffSchedules, staffDaysOff, calendarEntries }
export type AvailabilityRows = TableRows<typeof availabilityTables>
