import { type SQL, sql } from 'drizzle-orm'
import {
	appointmentServiceNames,
	appointmentStaffNames,
	type CallerAtShop,
} from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { LATEST_PLACE, type ListPlace } from '#app/kernel/list-place.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { flag, instant, integer, json, pickColumns, rows, text } from '#db/row.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { first, placeholder, preparedSelect } from '#db/statement.server.ts'
import { type CustomerSearch, SHOP_MARK } from './customer-search.ts'

const shopId = callingShopId(shopCallerPlaceholders)

/** Of each customer on a page of many. */
const LATEST_APPOINTMENTS = 5

/** An appointment in a customer's list. */
export type CustomersAppointment = {
	referenceNumber: string
	status: AppointmentStatus
	startsAt: Instant
	arrivedAt: Instant | null
	visitorName: string | null
	serviceNames: string
	staffNames: string
}

const person = {
	clientId: clients.id,
	/** Null for a guest. */
	userId: clients.userId,
	/** Of the latest booking. */
	firstName: checkouts.firstName,
	...pickColumns(checkouts, 'lastName', 'phone', 'email'),
	appointmentCount: integer(
		sql`(SELECT count(*) FROM ${appointments} WHERE ${appointments.clientId} = ${clients.id})`,
	),
}

const foundCustomerRow = rows({
	...person,
	lastStartsAt: instant(sql`page.last_at`),
	/** First the appointment whose number was searched, then the latest. */
	appointments: json<CustomersAppointment[]>(sql`(SELECT json_group_array(json(appointment)) FROM (
		SELECT json_object('referenceNumber', ${appointments.referenceNumber}, 'status', ${appointments.status}, 'startsAt', ${appointments.startsAt},
			'arrivedAt', ${appointments.arrivedAt}, 'visitorName', ${appointments.visitorName},
			'serviceNames', ${appointmentServiceNames}, 'staffNames', ${appointmentStaffNames}) AS appointment
		FROM ${appointments} WHERE ${appointments.clientId} = page.client_id
		ORDER BY ${appointments.referenceNumber} IS ${placeholder('referenceNumber')} DESC, ${appointments.startsAt} DESC
		LIMIT ${sql.raw(String(LATEST_APPOINTMENTS))}))`),
})

/** With their latest appointments at the shop. */
export type FoundCustomer = ReturnType<typeof foundCustomerRow.read>

const selectLatestCheckout = (id: SQL) => sql`(SELECT ${appointments.checkoutId} FROM ${appointments}
	WHERE ${appointments.clientId} = ${id} ORDER BY ${appointments.startsAt} DESC LIMIT 1)`

// Another shop's words begin with another mark. A key that opens nothing has no shop, and joins no client.
const foundCustomers = preparedSelect(
	foundCustomerRow,
	() => sql`FROM (SELECT client_id, last_at FROM (
			SELECT found.client_id, (SELECT max(${appointments.startsAt}) FROM ${appointments} WHERE ${appointments.clientId} = found.client_id) AS last_at
			FROM (SELECT document.client_id FROM (
						SELECT rowid AS number FROM customer_search
						WHERE customer_search MATCH replace(${placeholder('match')}, ${SHOP_MARK}, hex(${shopId}) || 'x')
					) hit CROSS JOIN customer_documents document ON document.number = hit.number
				WHERE document.words LIKE '%x' || ${placeholder('phoneBeginning')} || '%' OR document.words LIKE '%' || ${placeholder('phoneEnding')}
				UNION SELECT ${appointments.clientId} FROM ${appointments}
				WHERE ${appointments.referenceNumber} = ${placeholder('referenceNumber')} AND ${appointments.shopId} = ${shopId}) found
		) WHERE last_at IS NOT NULL AND (last_at, client_id) < (${placeholder('beforeAt')}, ${placeholder('beforeId')})
		ORDER BY last_at DESC, client_id DESC LIMIT ${placeholder('limit')}) page
	CROSS JOIN ${clients} ON ${clients.id} = page.client_id AND ${clients.shopId} = ${shopId}
	CROSS JOIN ${checkouts} ON ${checkouts.id} = ${selectLatestCheckout(sql`page.client_id`)}
	ORDER BY page.last_at DESC, page.client_id DESC`,
)

/** A shop's customers, for its kiosk (D65). Every statement checks the access key. */
export function createCustomerSearchRepository() {
	return {
		/**
		 * Customers with an appointment at the caller's shop, past or ahead, the latest first, from `before` on. For a
		 * batch that counts the search.
		 */
		selectCustomers: (
			{ secretHash, kind }: CallerAtShop,
			search: CustomerSearch,
			{ before, limit }: { before: ListPlace | null; limit: number },
		): Statement<FoundCustomer[]> => {
			const { at: beforeAt, id: beforeId } = before ?? LATEST_PLACE
			return foundCustomers({ secretHash, kind, ...search, beforeAt, beforeId, limit })
		},
	}
}

const countAppointments = (which: SQL) =>
	integer(
		sql`(SELECT count(*) FROM ${appointments} WHERE ${appointments.clientId} = ${clients.id} AND ${which})`,
	)

const customerRow = rows({
	clientId: clients.id,
	hasAccount: flag(sql`${clients.userId} IS NOT NULL`),
	/** Of the latest booking. */
	firstName: checkouts.firstName,
	...pickColumns(checkouts, 'lastName', 'phone', 'email'),
	createdAt: clients.createdAt,
	lastStartsAt: instant(
		sql`(SELECT max(${appointments.startsAt}) FROM ${appointments} WHERE ${appointments.clientId} = ${clients.id})`,
	),
	appointmentCount: countAppointments(sql`true`),
	visitCount: countAppointments(sql`${appointments.status} = 'COMPLETED'`),
	missedCount: countAppointments(sql`${appointments.status} = 'NO_SHOW'`),
	cancelledCount: countAppointments(sql`${appointments.status} = 'CANCELLED'`),
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
		appointmentId: appointments.id,
		...pickColumns(appointments, 'referenceNumber', 'status', 'startsAt', 'visitorName'),
		serviceNames: text(appointmentServiceNames),
		staffNames: text(appointmentStaffNames),
	}),
	() => sql`FROM ${appointments} WHERE ${appointments.clientId} = ${placeholder('clientId')}
		AND ${appointments.shopId} = ${callingShopId(shopCallerPlaceholders)}
		AND (${appointments.startsAt}, ${appointments.id}) < (${placeholder('beforeAt')}, ${placeholder('beforeId')})
		ORDER BY ${appointments.startsAt} DESC, ${appointments.id} DESC LIMIT ${placeholder('limit')}`,
)

/** All customers of a shop. Every statement checks the access key. */
export function createCustomerListRepository(read: Database['read']) {
	return {
		/** The earliest customers first; a page after `after`. */
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
