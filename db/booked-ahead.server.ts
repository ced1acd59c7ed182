import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import { isOpenAppointment } from './open-appointment.server.ts'
import { appointments, checkouts, clients } from './schema/booking.ts'
import { users } from './schema/identity.ts'

/**
 * For a FROM: coming appointments booked with an e-mail, which its mailbox may see. An account's count only while that
 * is its own e-mail (D8).
 */
export function bookedAhead(email: string, now: Instant): SQL {
	return sql`${checkouts} JOIN ${appointments} ON ${appointments.checkoutId} = ${checkouts.id}
			AND ${isOpenAppointment} AND ${appointments.startsAt} > ${now}
		JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
		LEFT JOIN ${users} ON ${users.id} = ${clients.userId}
		WHERE ${checkouts.email} = ${email} AND (${clients.userId} IS NULL OR ${users.email} = ${email})`
}
