import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { actorUserId } from './actor.server.ts'
import { isOpenAppointment } from './open-appointment.server.ts'
import { appointments, checkouts, clients } from './schema/booking.ts'
import { users } from './schema/identity.ts'
import { paymentAttempts, refunds, transactions } from './schema/payments.ts'

/**
 * `(SELECT …)`: the id of the actor's user who may be forgotten, else NULL: with the password that was confirmed,
 * without a visit ahead and without money under way. It is not found any more once the client rows are forgotten.
 */
export function leavingUserId(actor: Actor, passwordHash: string): SQL {
	return sql`(SELECT ${users.id} FROM ${users}
		WHERE ${users.id} = ${actorUserId(actor)} AND ${users.passwordHash} = ${passwordHash}
			AND NOT EXISTS (SELECT 1 FROM ${clients} CROSS JOIN ${appointments} ON ${appointments.clientId} = ${clients.id}
				WHERE ${clients.userId} = ${users.id} AND ${isLiveAppointment(actor)})
			AND NOT ${moneyUnderWay(actor)})`
}

/** Of a row of users: a payment page that can still be paid, an offer that waits for an answer, a refund on its way. */
export function moneyUnderWay({ at }: Actor): SQL {
	return sql`EXISTS (SELECT 1 FROM ${clients} CROSS JOIN ${checkouts} ON ${checkouts.clientId} = ${clients.id}
		CROSS JOIN ${paymentAttempts} ON ${paymentAttempts.checkoutId} = ${checkouts.id}
		LEFT JOIN ${transactions} ON ${transactions.paymentReference} = ${paymentAttempts.paymentReference}
		LEFT JOIN ${refunds} ON ${refunds.paymentReference} = ${paymentAttempts.paymentReference}
		WHERE ${clients.userId} = ${users.id} AND (${transactions.outcome} = 'offered' OR ${refunds.status} <> 'processed'
			OR (${paymentAttempts.status} IN ('created', 'open') AND ${paymentAttempts.expiresAt} > ${at})))`
}

/** Of an appointment: it is booked, and not over. */
export function isLiveAppointment({ at }: Actor): SQL {
	return sql`${isOpenAppointment} AND ${appointments.endsAt} > ${at}`
}
