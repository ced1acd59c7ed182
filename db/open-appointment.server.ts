import { sql } from 'drizzle-orm'
import { appointments } from './schema/booking.ts'

/** Neither cancelled nor closed. */
export const isOpenAppointment = sql`${appointments.status} IN ('SCHEDULED', 'CONFIRMED')`
