import { type SQL, sql } from 'drizzle-orm'
import {
	appointmentServiceNames,
	appointmentStaffNames,
	type CallerAtShop,
} from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import { LATEST_PLACE, type ListPlace } from '#app/kernel/list-place.ts'
import { appointmentStatuses } from '#app/kernel/vocabulary/booking.ts'
import type { Database } from '#db/client.server.ts'
import { flag, instant, integer, nullable, rows, text, word } from '#db/row.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { first, preparedSelect } from '#db/statement.server.ts'

const { placeholder } = sql

const countOf = (which: SQL) =>
	integer(
		sql`(SELECT count(*) FROM ${appointments} WHERE ${appointments.clientId} = ${clients.id} AND ${which})`,
	)

const customerRow = rows({
	clientId: text(clients.id),
	hasAccount: flag(sql`${clients.userId} IS NOT NULL`),
	/** Of the latest booking. */
	firstName: text(checkouts.firstName),
	lastName: text(checkouts.lastName),
	phone: nullable(text(checkouts.phone)),
	email: nullable(text(checkouts.email)),
	createdAt: instant(clients.createdAt),
	lastStartsAt: instant(
		sql`(SELECT max(${appointments.startsAt}) FROM ${appointments} WHERE ${appointments.clientId} = ${clients.id})`,
	),
	appointmentCount: countOf(sql`true`),
	visitCount: countOf(sql`${appointments.status} = 'COMPLETED'`),
	missedCount: countOf(sql`${appointments.status} = 'NO_SHOW'`),
	cancelledCount: countOf(sql`${appointments.status} = 'CANCELLED'`),
})

/** For the shop's program, with counts of the customer's appointments there. */
export type CountedCustomer = ReturnType<typeof customerRow.read>

// A client without an appointment is no customer, such as a guest whose booking an account claimed.
const customers = (which: SQL) =>
	preparedSelect(
		customerRow,
		() => sql`FROM ${clients} CROSS JOIN ${checkouts} ON ${checkouts.id} = (SELECT ${appointments.checkoutId} FROM ${appointments}
				WHERE ${appointments.clientId} = ${clients.id} ORDER BY ${appointments.startsAt} DESC LIMIT 1)
			WHERE ${clients.shopId} = ${callingShopId(shopCallerPlaceholders)} AND ${which}`,
	)

const customersByAge = customers(
	sql`${clients.createdAt} >= ${placeholder('afterAt')}
		AND (${clients.createdAt}, ${clients.id}) > (${placeholder('afterAt')}, ${placeholder('afterId')})
		ORDER BY ${clients.createdAt}, ${clients.id} LIMIT ${placeholder('limit')}`,
)
const customerById = customers(sql`${clients.id} = ${placeholder('clientId')}`)

const appointmentsOfClient = preparedSelect(
	rows({
		appointmentId: text(appointments.id),
		referenceNumber: text(appointments.referenceNumber),
		status: word(appointments.status, appointmentStatuses),
		startsAt: instant(appointments.startsAt),
		visitorName: nullable(text(appointments.visitorName)),
		serviceNames: text(appointmentServiceNames),
		staffNames: text(appointmentStaffNames),
	}),
	() => sql`FROM ${appointments} WHERE ${appointments.clientId} = ${placeholder('clientId')}
		AND ${appointments.shopId} = ${callingShopId(shopCallerPlaceholders)}
		AND (${appointments.startsAt}, ${appointments.id}) < (${placeholder('beforeAt')}, ${placeholder('beforeId')})
		ORDER BY ${appointments.startsAt} DESC, ${appointments.id} DESC LIMIT ${placeholder('limit')}`,
)

/** All customers of a shop. Every statement checks its key. */
export function createCustomerListRepository(read: Database['read']) {
	return {
		/** By the shop's first meeting; a page after `after`. */
		customersOfShop: (
			{ secretHash, kind }: CallerAtShop,
			{ after, limit }: { after: ListPlace | null; limit: number },
		): Promise<CountedCustomer[]> =>
			read(customersByAge({ secretHash, kind, limit, afterAt: after?.at ?? 0, afterId: after?.id ?? '' })),

		countedCustomer: (
			{ secretHash, kind }: CallerAtShop,
			clientId: string,
		): Promise<CountedCustomer | null> => first(read(customerById({ secretHash, kind, clientId }))),

		/** At that shop, the latest first; null for another shop's customer. */
		async appointmentsOfClient(
			{ secretHash, kind }: CallerAtShop,
			clientId: string,
			{ before, limit }: { before: ListPlace | null; limit: number },
		) {
			const { at: beforeAt, id: beforeId } = before ?? LATEST_PLACE
			const input = { secretHash, kind, clientId }
			const [[customer], found] = await Promise.all([
				read(customerById(input)),
				read(appointmentsOfClient({ ...input, beforeAt, beforeId, limit })),
			])
			return customer ? found : null
		},
	}
}
