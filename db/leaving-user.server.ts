import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { actorUserId } from './actor.server.ts'
import { isOpenAppointment } from './open-appointment.server.ts'
import { appointments, checkouts, clients } from './schema/booking.ts'
import { users } from './schema/identity.ts'
import { paymentAttempts, refunds, transactions } from './schema/payments.ts'

/**
 * `(SELECT …)`: the actor's user id if the account may be erased, else NULL: the password was confirmed, nothing is
 * ahead, no money is under way. Finds nothing once the client rows are erased.
 */
export function leavingUserId(actor: Actor, passwordHash: string): SQL {
	return sql`(SELECT ${users.id} FROM ${users}
		WHERE ${users.id} = ${actorUserId(actor)} AND ${users.passwordHash} = ${passwordHash}
			AND NOT EXISTS (SELECT 1 FROM ${clients} CROSS JOIN ${appointments} ON ${appointments.clientId} = ${clients.id}
				WHERE ${clients.userId} = ${users.id} AND ${isLiveAppointment(actor)})
			AND NOT ${moneyUnderWay(actor)})`
}

/** Of a row of users: a payable payment page, an open offer, a refund on its way. */
export function moneyUnderWay({ at }: Actor): SQL {
	return sql`EXISTS (SELECT 1 FROM ${clients} CROSS JOIN ${checkouts} ON ${checkouts.clientId} = ${clients.id}
		CROSS JOIN ${paymentAttempts} ON ${paymentAttempts.checkoutId} = ${checkouts.id}
		LEFT JOIN ${transactions} ON ${transactions.paymentReference} = ${paymentAttempts.paymentReference}
		LEFT JOIN ${refunds} ON ${refunds.paymentReference} = ${paymentAttempts.paymentReference}
		WHERE ${clients.userId} = ${users.id} AND (${transactions.outcome} = 'offered' OR ${refunds.status} <> 'processed'
			OR (${paymentAttempts.status} IN ('created', 'open') AND ${paymentAttempts.expiresAt} > ${at})))`
}

/** Booked, and not over. */
export function isLiveAppointment({ at }: Actor): SQL {
	return sql`${isOpenAppointment} AND ${appointments.endsAt} > ${at}`
}
