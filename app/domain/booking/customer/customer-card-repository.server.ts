import { type SQL, sql } from 'drizzle-orm'
import {
	appointmentServiceNames,
	appointmentStaffNames,
	type CallerAtShop,
	hasCustomerCard,
} from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { LATEST_PLACE, type ListPlace } from '#app/kernel/list-place.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { clientOfAppointment, clientsOfPerson } from '#db/customer-at-shop.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, json, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { first, placeholder, preparedSelect, rawWrite } from '#db/statement.server.ts'

const client = clientOfAppointment(
	callingShopId(shopCallerPlaceholders),
	sql`${placeholder('referenceNumber')}`,
)
const rowsOfCustomer = clientsOfPerson(client)

/** The shop's note about a client row's person, the oldest row first; NULL for none. */
const joinedNotes = (
	clientId: SQL,
): SQL => sql`(SELECT group_concat(written, char(10)) FROM (SELECT noted.shop_note AS written
	FROM ${clients} noted WHERE noted.id IN ${clientsOfPerson(clientId)} AND noted.shop_note IS NOT NULL
	ORDER BY noted.created_at, noted.id))`

type Counts = { completed: number; ahead: number; missed: number; cancelled: number; all: number }

const customerRow = rows({
	clientId: clients.id,
	/** Null for a guest. */
	userId: clients.userId,
	/** Of the latest booking. */
	firstName: checkouts.firstName,
	...pickColumns(checkouts, 'lastName', 'phone', 'email'),
	note: nullable(text(joinedNotes(sql`${clients.id}`))),
	isOfSignedIn: flag(sql`coalesce(${clients.userId} = ${actorUserId(actorPlaceholders)}, 0)`),
	appointments:
		json<Counts>(sql`(SELECT json_object('all', count(*), 'completed', count(*) FILTER (WHERE ${appointments.status} = 'COMPLETED'),
			'missed', count(*) FILTER (WHERE ${appointments.status} = 'NO_SHOW'),
			'cancelled', count(*) FILTER (WHERE ${appointments.status} = 'CANCELLED'),
			'ahead', count(*) FILTER (WHERE ${appointments.status} IN ('SCHEDULED', 'CONFIRMED') AND ${appointments.endsAt} > ${actorPlaceholders.at}))
		FROM ${appointments} WHERE ${appointments.clientId} IN ${rowsOfCustomer})`),
})

const customer = preparedSelect(
	customerRow,
	() => sql`FROM ${clients} CROSS JOIN ${checkouts} ON ${checkouts.id} = (SELECT ${appointments.checkoutId} FROM ${appointments}
			WHERE ${appointments.clientId} IN ${rowsOfCustomer} ORDER BY ${appointments.startsAt} DESC LIMIT 1)
		WHERE ${clients.id} = ${client} AND ${hasCustomerCard}`,
)

const appointmentsOfCustomer = preparedSelect(
	rows({
		appointmentId: appointments.id,
		...pickColumns(appointments, 'referenceNumber', 'status', 'startsAt', 'endsAt', 'arrivedAt'),
		visitorName: appointments.visitorName,
		serviceNames: text(appointmentServiceNames),
		staffNames: text(appointmentStaffNames),
	}),
	() => sql`FROM ${appointments} WHERE ${appointments.clientId} IN ${rowsOfCustomer}
		AND (${appointments.startsAt}, ${appointments.id}) < (${placeholder('beforeAt')}, ${placeholder('beforeId')})
		ORDER BY ${appointments.startsAt} DESC, ${appointments.id} DESC LIMIT ${placeholder('limit')}`,
)

type OfClient = { shopId: string; clientId: string }

/** A shop's customer, for the card. Every read checks the shop's key. */
export function createCustomerCardRepository(read: Database['read']) {
	return {
		/** Of the caller's shop; none for an erased person. */
		selectCustomerOfAppointment: (
			{ secretHash, kind, sessionHash = null }: CallerAtShop,
			referenceNumber: string,
			now: Instant,
		): Statement<CustomerOfAppointment[]> =>
			customer({ secretHash, kind, sessionHash, at: now, referenceNumber }),

		customerOfAppointment: (
			{ secretHash, kind, sessionHash = null }: CallerAtShop,
			referenceNumber: string,
			now: Instant,
		): Promise<CustomerOfAppointment | null> =>
			first(read(customer({ secretHash, kind, sessionHash, at: now, referenceNumber }))),

		/** Of that shop, the latest first; `before`: where the last page ended. */
		selectAppointmentsOfCustomer: (
			{ secretHash, kind }: CallerAtShop,
			referenceNumber: string,
			{ before, limit }: { before: ListPlace | null; limit: number },
		) => {
			const { at: beforeAt, id: beforeId } = before ?? LATEST_PLACE
			return appointmentsOfCustomer({ secretHash, kind, referenceNumber, beforeAt, beforeId, limit })
		},

		/**
		 * First in the batch. Refused ('changed_meanwhile') where the note is neither as shown nor as wanted, and where the
		 * person was erased or has no visit on this row.
		 */
		refuseUnlessNoteSeen: (
			{ shopId, clientId }: OfClient,
			seen: string | null,
			wanted: string | null,
		): Statement<number> =>
			refuseWhen(
				'changed_meanwhile',
				sql`NOT EXISTS (SELECT 1 FROM ${clients} WHERE ${clients.id} = ${clientId} AND ${clients.shopId} = ${shopId} AND ${hasCustomerCard}
					AND EXISTS (SELECT 1 FROM ${appointments} WHERE ${appointments.clientId} = ${clients.id})
					AND (${joinedNotes(sql`${clients.id}`)} IS ${seen} OR ${joinedNotes(sql`${clients.id}`)} IS ${wanted}))`,
			),

		/** Writes the note to the person's oldest row and removes it from their other rows. */
		writeNoteOfCustomer: ({ shopId, clientId }: OfClient, note: string | null): Statement<number> => {
			const personRows = clientsOfPerson(sql`${clientId}`)
			const oldest = sql`(SELECT first.id FROM ${clients} first WHERE first.id IN ${personRows}
				ORDER BY first.created_at, first.id LIMIT 1)`
			// The plus keeps the planner off the index of all guests of a shop.
			return rawWrite(sql`UPDATE clients SET shop_note = CASE WHEN id = ${oldest} THEN ${note} END
				WHERE id IN ${personRows} AND +shop_id = ${shopId}`)
		},
	}
}

export type CustomerOfAppointment = ReturnType<typeof customerRow.read>
