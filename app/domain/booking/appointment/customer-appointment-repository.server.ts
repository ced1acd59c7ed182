import { inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { isReviewable } from '#app/domain/booking/review/review-repository.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { flag, integer, json, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { reviews } from '#db/schema/booking-reviews.ts'
import { appointmentServices } from '#db/schema/booking-services.ts'
import { shops, staffMembers } from '#db/schema/discovery.ts'
import { paymentAttempts } from '#db/schema/payments.ts'
import { isAny, placeholder, preparedSelect, rawRead, rawSelect } from '#db/statement.server.ts'
import { type AppointmentTab, findTab, statusesUnder } from './appointment-tabs.ts'

/** A page begins after this appointment. */
export type AppointmentCursor = { startsAt: Instant; appointmentId: string }

const listedAppointmentRow = rows({
	appointmentId: appointments.id,
	...pickColumns(appointments, 'status', 'referenceNumber', 'startsAt', 'scheduledDate', 'scheduledTime'),
	...pickColumns(appointments, 'durationMinutes', 'totalKobo', 'discountKobo'),
	/** In order. */
	serviceNames: json<string[]>(sql`(SELECT json_group_array(item.name) FROM (
		SELECT ${appointmentServices.name} AS name FROM ${appointmentServices}
		WHERE ${appointmentServices.appointmentId} = ${appointments.id} ORDER BY ${appointmentServices.position}) item)`),
	staffName: nullable(text(sql`${staffMembers.firstName} || ' ' || ${staffMembers.lastName}`)),
	isByShop: appointments.isWalkIn,
	mayReview: flag(isReviewable),
	isReviewed: flag(
		sql`EXISTS (SELECT 1 FROM ${reviews} WHERE ${reviews.appointmentId} = ${appointments.id})`,
	),
	shop: rows(pickColumns(shops, 'id', 'name', 'address', 'area', 'city', 'rescheduleCutoffMinutes')),
})

export type ListedAppointment = ReturnType<typeof listedAppointmentRow.read>

const statusCountRow = rows({
	status: appointments.status,
	count: integer(sql`count(*)`),
})

/** Appointments of the client rows with the actor's user id, and no others (D8). */
export function createCustomerAppointmentRepository(read: Database['read']) {
	return {
		/** Pending ones soonest first, all others newest first. */
		listAppointments: (
			actor: Actor,
			{ tab, after, limit }: { tab: AppointmentTab; after: AppointmentCursor | null; limit: number },
		): Promise<ListedAppointment[]> => {
			const order = sql.raw(tab === 'pending' ? 'ASC' : 'DESC')
			const following = sql.raw(tab === 'pending' ? '>' : '<')
			const isFollowing = after
				? sql`AND (${appointments.startsAt}, ${appointments.id}) ${following} (${after.startsAt}, ${after.appointmentId})`
				: sql``
			return read(
				rawSelect(
					listedAppointmentRow,
					sql`${ownAppointments(actor)}
						CROSS JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
						LEFT JOIN ${staffMembers} ON ${staffMembers.id} = ${appointments.staffMemberId}
						WHERE ${inArray(appointments.status, statusesUnder(tab))} ${isFollowing}
						ORDER BY ${appointments.startsAt} ${order}, ${appointments.id} ${order} LIMIT ${limit}`,
				),
			)
		},

		async countAppointments(actor: Actor): Promise<Record<AppointmentTab, number>> {
			const found = await read(
				rawSelect(statusCountRow, sql`${ownAppointments(actor)} GROUP BY ${appointments.status}`),
			)
			const counts = { pending: 0, completed: 0, cancelled: 0 }
			for (const { status, count } of found) counts[findTab(status)] += count
			return counts
		},

		isOwnAppointment: (actor: Actor, appointmentId: string): Promise<boolean> =>
			isAny(
				read(
					rawRead(
						sql`SELECT 1 ${ownAppointments(actor)} WHERE ${appointments.id} = ${appointmentId}`,
						() => true,
					),
				),
			),

		/** The actor was signed in when this payment was started. */
		isOwnPayment: (actor: Actor, paymentReference: string): Promise<boolean> =>
			isAny(
				read(
					rawRead(
						sql`SELECT 1 FROM ${paymentAttempts} JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId}
						WHERE ${paymentAttempts.paymentReference} = ${paymentReference} AND ${checkouts.createdByUserId} = ${actorUserId(actor)}`,
						() => true,
					),
				),
			),
	}
}

/** CROSS JOIN reads the actor's few client rows first. */
function ownAppointments(actor: Actor): SQL {
	return sql`FROM (SELECT ${clients.id}, ${clients.userId} FROM ${clients} WHERE ${clients.userId} = ${actorUserId(actor)}) ${clients}
		CROSS JOIN ${appointments} ON ${appointments.clientId} = ${clients.id}`
}

/** A customer with more has the next ones. */
const MAX_TICKETS = 12

const ticketRow = rows({
	appointmentId: appointments.id,
	...pickColumns(appointments, 'referenceNumber', 'startsAt', 'endsAt', 'durationMinutes'),
	calendarSequence: appointments.calendarSequence,
	firstName: checkouts.firstName,
	services: json<{ name: string; staffName: string }[]>(
		sql`(SELECT json_group_array(json_object('name', item.name, 'staffName', item.first_name))
			FROM (SELECT ${appointmentServices.name}, ${staffMembers.firstName} FROM ${appointmentServices}
				JOIN ${staffMembers} ON ${staffMembers.id} = ${appointmentServices.staffMemberId}
				WHERE ${appointmentServices.appointmentId} = ${appointments.id} ORDER BY ${appointmentServices.position}) item)`,
	),
	shop: rows(pickColumns(shops, 'name', 'address', 'area', 'city', 'landmark', 'phone', 'timeZone')),
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
