import { type SQL, sql } from 'drizzle-orm'
import type { Actor, GuestContact } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { actorUserId } from './actor.server.ts'
import { isOpenAppointment } from './appointments.server.ts'
import { isPaymentHeld } from './held-money.server.ts'
import { appointments, checkouts, clients } from './schema/booking.ts'
import { users } from './schema/identity.ts'
import { paymentAttempts, refunds, transactions } from './schema/payments.ts'

/**
 * `(SELECT …)`: the actor's user id if the account may be erased, else NULL: nothing is ahead, no money under way.
 * Finds nothing once the client rows are erased.
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

/** Not an account's, which it made or took over by proving its e-mail. */
const isGuests = sql`${checkouts.createdByUserId} IS NULL AND ${clients.userId} IS NULL`

/** Whether the checkouts row `row` carries the contact. */
function carries(row: SQL, contact: GuestContact): SQL {
	if ('email' in contact) return sql`${row}.email = ${contact.email}`
	if ('phone' in contact) return sql`${row}.phone = ${contact.phone} AND ${row}.email IS NULL`
	return sql`${row}.id = ${contact.checkoutId} AND ${row}.email IS NULL AND ${row}.phone IS NULL
		AND ${row}.first_name <> 'Former customer'`
}

export function checkoutsOfGuest(contact: GuestContact): SQL {
	return sql`${checkouts} JOIN ${clients} ON ${clients.id} = ${checkouts.clientId}
		WHERE ${carries(sql`checkouts`, contact)} AND ${isGuests}`
}

/** `(SELECT …)`: a contact's checkouts, if all may be erased: none ahead, no money under way (S32). */
export function leavingCheckouts(contact: GuestContact, at: Instant): SQL {
	return sql`(SELECT ${checkouts.id} FROM ${checkoutsOfGuest(contact)}
		AND NOT EXISTS (${selectAppointmentAhead(contact, at)}) AND NOT EXISTS (${selectOpenMoney(contact, at)}))`
}

export function selectAppointmentAhead(contact: GuestContact, at: Instant): SQL {
	return sql`SELECT 1 FROM checkouts own JOIN clients client ON client.id = own.client_id
		JOIN ${appointments} ON ${appointments.checkoutId} = own.id
		WHERE ${carries(sql`own`, contact)} AND own.created_by_user_id IS NULL AND client.user_id IS NULL
			AND ${isOpenAppointment} AND ${appointments.endsAt} > ${at}`
}

/** The guest's money that is still undecided. */
export function selectOpenMoney(contact: GuestContact, at: Instant): SQL {
	return sql`SELECT 1 FROM checkouts own JOIN clients client ON client.id = own.client_id
		WHERE ${carries(sql`own`, contact)} AND own.created_by_user_id IS NULL AND client.user_id IS NULL AND ${isMoneyOpen(sql`own.id`, at)}`
}

/** Of a checkout: a possible payment, an offer, a refund on its way, or a held payment. */
function isMoneyOpen(checkoutId: SQL, at: Instant): SQL {
	return sql`EXISTS (SELECT 1 FROM ${paymentAttempts}
		LEFT JOIN ${transactions} ON ${transactions.paymentReference} = ${paymentAttempts.paymentReference}
		LEFT JOIN ${refunds} ON ${refunds.paymentReference} = ${paymentAttempts.paymentReference}
		WHERE ${paymentAttempts.checkoutId} = ${checkoutId} AND (${transactions.outcome} = 'offered'
			OR ${refunds.status} <> 'processed' OR ${isPaymentHeld}
			OR (${paymentAttempts.status} IN ('created', 'open') AND ${paymentAttempts.expiresAt} > ${at})))`
}

/** Guests' checkouts that one purge looks at. */
const LOOKED_AT_ONCE = 200

/** `(SELECT …)`: a slice of guests' checkouts past their term. */
export function checkoutsToLookAt({ before, lookedBefore }: GuestTerm): SQL {
	const guests = sql`SELECT id FROM checkouts WHERE created_by_user_id IS NULL AND first_name <> 'Former customer'`
	return sql`(SELECT id FROM (${guests} AND contact_looked_at IS NULL AND created_at <= ${before} LIMIT ${LOOKED_AT_ONCE})
		UNION ALL SELECT id FROM (${guests} AND contact_looked_at <= ${lookedBefore} LIMIT ${LOOKED_AT_ONCE}))`
}

/** `(SELECT …)`: `checkoutsToLookAt` without open money or an open problem. */
export function overdueCheckouts(term: GuestTerm): SQL {
	return sql`(SELECT own.id FROM checkouts own JOIN clients client ON client.id = own.client_id AND client.user_id IS NULL
		WHERE own.id IN ${checkoutsToLookAt(term)} AND NOT ${isMoneyOpen(sql`own.id`, term.now)}
			AND NOT EXISTS (SELECT 1 FROM appointments visit WHERE visit.checkout_id = own.id AND (visit.ends_at > ${term.before}
				OR EXISTS (SELECT 1 FROM visit_problems problem
					WHERE problem.appointment_id = visit.id AND problem.resolved_at IS NULL))))`
}

/** Appointments up to `before` are past their term. Checkouts last looked at before `lookedBefore` are due. */
export type GuestTerm = { before: Instant; lookedBefore: Instant; now: Instant }

export function isForgotten(email: string): SQL {
	return sql`NOT EXISTS (SELECT 1 FROM ${checkoutsOfGuest({ email })}) AND NOT EXISTS (SELECT 1 FROM users WHERE users.email = ${email})`
}
