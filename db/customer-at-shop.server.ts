import { type SQL, sql } from 'drizzle-orm'
import { appointments, clients } from './schema/booking.ts'

/** The name of an erased person. */
export const FORMER_CUSTOMER = 'Former customer'

/** `(SELECT …)`: the client row of an appointment at this shop only. */
export function clientOfAppointment(shopId: SQL, referenceNumber: SQL): SQL {
	return sql`(SELECT ${appointments.clientId} FROM ${appointments}
		WHERE ${appointments.referenceNumber} = ${referenceNumber} AND ${appointments.shopId} = ${shopId})`
}

/** `(SELECT …)`: all client rows of one person at the shop (D35). */
export function clientsOfPerson(clientId: SQL): SQL {
	return sql`(SELECT ${clientId} AS id UNION SELECT other.id FROM ${clients} own JOIN ${clients} other
		ON other.user_id = own.user_id AND other.shop_id = own.shop_id WHERE own.id = ${clientId})`
}
