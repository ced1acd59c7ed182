import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import { isOpenAppointment } from './open-appointment.server.ts'
import { appointments, checkouts, clients } from './schema/booking.ts'
import { users } from './schema/identity.ts'

/**
 * As the source of a FROM: the appointments ahead that were booked with an e-mail, which its mailbox may be told of.
 * Those of an account only while that is the account's own e-mail (D8).
 */
export function bookedAhead(email: string, now: Instant): SQL {
	return sql`${checkouts} JOIN ${appointments} ON ${appointments.checkoutId} = ${checkouts.id}
			AND ${isOpenAppointment} AND ${appointments.startsAt} > ${now}
		JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
		LEFT JOIN ${users} ON ${users.id} = ${clients.userId}
		WHERE ${checkouts.email} = ${email} AND (${clients.userId} IS NULL OR ${users.email} = ${email})`
}
