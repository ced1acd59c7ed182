import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type AppointmentStatus, appointmentStatuses } from '#app/kernel/vocabulary/booking.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { decode, flag, integer, json, nullable, text, word } from '#db/row.server.ts'
import { appointmentServices, appointments, checkouts, clients, reviews } from '#db/schema/booking.ts'
import { shops, staffMembers } from '#db/schema/discovery.ts'
import { paymentAttempts } from '#db/schema/payments.ts'
import { rawRead } from '#db/statement.server.ts'
import { type AppointmentTab, statusesOf, tabOf } from './appointment-tabs.ts'

/** A visit in its owner's list: exactly what its card shows. */
export type ListedAppointment = {
	appointmentId: string
	status: AppointmentStatus
	referenceNumber: string
	startsAt: Instant
	scheduledDate: CivilDate
	scheduledTime: string
	durationMinutes: number
	totalKobo: Kobo
	discountKobo: Kobo
	/** Of each service, in order. */
	serviceNames: string[]
	staffName: string | null
	isReviewed: boolean
	shop: {
		id: string
		name: string
		address: string
		area: string
		city: string
		rescheduleCutoffMinutes: number
	}
}

/** Where a page of the list begins: after this appointment. */
export type AppointmentCursor = { startsAt: Instant; appointmentId: string }

const toListedAppointment = decode({
	appointmentId: text('id'),
	status: word('status', appointmentStatuses),
	referenceNumber: text('reference_number'),
	startsAt: integer('starts_at'),
	scheduledDate: text('scheduled_date'),
	scheduledTime: text('scheduled_time'),
	durationMinutes: integer('duration_minutes'),
	totalKobo: integer('total_kobo'),
	discountKobo: integer('discount_kobo'),
	serviceNames: json<string[]>('service_names'),
	staffName: nullable(text('staff_name')),
	isReviewed: flag('is_reviewed'),
	shop: decode({
		id: text('shop_id'),
		name: text('shop_name'),
		address: text('address'),
		area: text('area'),
		city: text('city'),
		rescheduleCutoffMinutes: integer('reschedule_cutoff_minutes'),
	}),
})

const toStatusCount = decode({ status: word('status', appointmentStatuses), count: integer('count') })

/** Visits of the actor: those of client rows that carry their user id, and no others (D8). */
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
				rawRead(
					sql`SELECT ${appointments.id}, ${appointments.status}, ${appointments.referenceNumber}, ${appointments.startsAt},
							${appointments.scheduledDate}, ${appointments.scheduledTime}, ${appointments.durationMinutes},
							${appointments.totalKobo}, ${appointments.discountKobo},
							${staffMembers.firstName} || ' ' || ${staffMembers.lastName} AS staff_name,
							${shops.id} AS shop_id, ${shops.name} AS shop_name, ${shops.address}, ${shops.area}, ${shops.city},
							${shops.rescheduleCutoffMinutes},
							(SELECT json_group_array(item.name) FROM (SELECT ${appointmentServices.name} AS name FROM ${appointmentServices}
								WHERE ${appointmentServices.appointmentId} = ${appointments.id} ORDER BY ${appointmentServices.position}) item) AS service_names,
							EXISTS (SELECT 1 FROM ${reviews} WHERE ${reviews.appointmentId} = ${appointments.id}) AS is_reviewed
						${ownAppointments(actor)}
						CROSS JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
						LEFT JOIN ${staffMembers} ON ${staffMembers.id} = ${appointments.staffMemberId}
						WHERE ${inArray(appointments.status, statusesOf(tab))} ${isFollowing}
						ORDER BY ${appointments.startsAt} ${order}, ${appointments.id} ${order} LIMIT ${limit}`,
					toListedAppointment,
				),
			)
		},

		async countAppointments(actor: Actor): Promise<Record<AppointmentTab, number>> {
			const rows = await read(
				rawRead(
					sql`SELECT ${appointments.status}, count(*) AS count ${ownAppointments(actor)} GROUP BY ${appointments.status}`,
					toStatusCount,
				),
			)
			const counts = { pending: 0, completed: 0, cancelled: 0 }
			for (const { status, count } of rows) counts[tabOf(status)] += count
			return counts
		},

		/** Whether a visit is the actor's own. */
		async isOwnAppointment(actor: Actor, appointmentId: string): Promise<boolean> {
			const found = await read(
				rawRead(
					sql`SELECT 1 ${ownAppointments(actor)} WHERE ${appointments.id} = ${appointmentId}`,
					() => true,
				),
			)
			return found.length > 0
		},

		/** Whether the actor was signed in when this payment was started. */
		async isOwnPayment(actor: Actor, paymentReference: string): Promise<boolean> {
			const found = await read(
				rawRead(
					sql`SELECT 1 FROM ${paymentAttempts} JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId}
						WHERE ${paymentAttempts.paymentReference} = ${paymentReference} AND ${checkouts.createdByUserId} = ${actorUserId(actor)}`,
					() => true,
				),
			)
			return found.length > 0
		},
	}
}

/** CROSS JOIN: the few client rows of the actor first, then the visits of each. */
function ownAppointments(actor: Actor): SQL {
	return sql`FROM (SELECT ${clients.id} FROM ${clients} WHERE ${clients.userId} = ${actorUserId(actor)}) ${clients}
		CROSS JOIN ${appointments} ON ${appointments.clientId} = ${clients.id}`
}
