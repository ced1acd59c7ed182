import { type SQL, sql } from 'drizzle-orm'
import { appointments, clients } from './schema/booking.ts'

/** What stands in place of the name of a person who was erased. */
export const FORMER_CUSTOMER = 'Former customer'

/** `(SELECT …)`: the client row of the visit with this number, at this shop and no other. */
export function clientOfAppointment(shopId: SQL, referenceNumber: SQL): SQL {
	return sql`(SELECT ${appointments.clientId} FROM ${appointments}
		WHERE ${appointments.referenceNumber} = ${referenceNumber} AND ${appointments.shopId} = ${shopId})`
}

/**
 * `(SELECT …)`: all client rows of the person of this one, at its shop. An account may have several there, and
 * everything of it belongs together (D35).
 */
export function clientsOfPerson(clientId: SQL): SQL {
	return sql`(SELECT ${clientId} AS id UNION SELECT other.id FROM ${clients} own JOIN ${clients} other
		ON other.user_id = own.user_id AND other.shop_id = own.shop_id WHERE own.id = ${clientId})`
}
