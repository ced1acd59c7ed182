import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { instant, integer, json, nullable, rows, text } from '#db/row.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { appointmentServices } from '#db/schema/booking-services.ts'
import { shops, staffMembers } from '#db/schema/discovery.ts'
import { preparedSelect } from '#db/statement.server.ts'

/** A customer with more has the next ones. */
const MAX_TICKETS = 12

const { placeholder } = sql

const ticketRow = rows({
	appointmentId: text(appointments.id),
	referenceNumber: text(appointments.referenceNumber),
	startsAt: instant(appointments.startsAt),
	endsAt: instant(appointments.endsAt),
	durationMinutes: integer(appointments.durationMinutes),
	calendarSequence: integer(appointments.calendarSequence),
	firstName: text(checkouts.firstName),
	services: json<{ name: string; staffName: string }[]>(
		sql`(SELECT json_group_array(json_object('name', item.name, 'staffName', item.first_name))
			FROM (SELECT ${appointmentServices.name}, ${staffMembers.firstName} FROM ${appointmentServices}
				JOIN ${staffMembers} ON ${staffMembers.id} = ${appointmentServices.staffMemberId}
				WHERE ${appointmentServices.appointmentId} = ${appointments.id} ORDER BY ${appointmentServices.position}) item)`,
	),
	shop: rows({
		name: text(shops.name),
		address: text(shops.address),
		area: text(shops.area),
		city: text(shops.city),
		landmark: nullable(text(shops.landmark)),
		phone: nullable(text(shops.phone)),
		timeZone: text(shops.timeZone),
	}),
})

/** What a ticket shows: no price, no contact of the customer, nothing that grants. */
export type TicketAppointment = ReturnType<typeof ticketRow.read>

/** Two ways to an appointment as one list of ids: with OR the planner walks the whole table. */
const own = alias(appointments, 'own')

const ticketRows = preparedSelect(
	ticketRow,
	() => sql`FROM ${appointments} JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
		JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
		WHERE ${appointments.id} IN (SELECT value FROM json_each(${placeholder('ids')})
				UNION SELECT ${own.id} FROM ${clients} CROSS JOIN ${appointments} ${own} ON ${own.clientId} = ${clients.id}
					WHERE ${clients.userId} = ${actorUserId(actorPlaceholders)})
			AND ${appointments.status} IN ('SCHEDULED', 'CONFIRMED') AND ${appointments.endsAt} > ${placeholder('now')}
		ORDER BY ${appointments.startsAt} LIMIT ${MAX_TICKETS}`,
)

export function createTicketRepository(read: Database['read']) {
	return {
		/** Booked and not over, the next first: of this browser's cookie, and of its signed-in customer. */
		async ticketAppointments(
			appointmentIds: readonly string[],
			actor: Actor | null,
			now: Instant,
		): Promise<TicketAppointment[]> {
			if (appointmentIds.length === 0 && actor === null) return []
			return read(
				ticketRows({
					ids: JSON.stringify(appointmentIds),
					sessionHash: actor?.sessionHash ?? null,
					at: actor?.at ?? null,
					now,
				}),
			)
		},
	}
}
