import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type AppointmentStatus, appointmentStatuses } from '#app/kernel/vocabulary.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { rawRead } from '#db/statement.server.ts'
import { statusesOf, tabOf, type VisitTab, visitTabs } from './visit-tabs.ts'

/** A visit in its owner's list: exactly what its card shows. */
export type ListedVisit = {
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
	shop: {
		id: string
		name: string
		address: string
		area: string
		city: string
		rescheduleCutoffMinutes: number
	}
}

/** Where a page of the list begins: after this visit. */
export type VisitCursor = { startsAt: Instant; appointmentId: string }

/** Visits of the actor: those of client rows that carry their user id, and no others (decision D8). */
export function createOwnVisitRepository(read: Database['read']) {
	return {
		/** Pending ones soonest first, all others newest first. */
		listVisits: (
			actor: Actor,
			{ tab, after, limit }: { tab: VisitTab; after: VisitCursor | null; limit: number },
		): Promise<ListedVisit[]> => {
			const order = sql.raw(tab === 'pending' ? 'ASC' : 'DESC')
			const following = sql.raw(tab === 'pending' ? '>' : '<')
			const where = after
				? sql`AND (visit.starts_at, visit.id) ${following} (${after.startsAt}, ${after.appointmentId})`
				: sql``
			return read(
				rawRead(
					sql`SELECT visit.id, visit.status, visit.reference_number, visit.starts_at, visit.scheduled_date, visit.scheduled_time,
							visit.duration_minutes, visit.total_kobo, visit.discount_kobo, member.first_name, member.last_name,
							shop.id AS shop_id, shop.name AS shop_name, shop.address, shop.area, shop.city, shop.reschedule_cutoff_minutes,
							(SELECT json_group_array(item.name) FROM (SELECT name FROM appointment_services
								WHERE appointment_id = visit.id ORDER BY position) item) AS service_names
						${ownVisits(actor)}
						CROSS JOIN shops shop ON shop.id = visit.shop_id
						LEFT JOIN staff_members member ON member.id = visit.staff_member_id
						WHERE visit.status IN (${sql.join(
							statusesOf(tab).map((status) => sql`${status}`),
							sql`, `,
						)}) ${where}
						ORDER BY visit.starts_at ${order}, visit.id ${order} LIMIT ${limit}`,
					(row) => ({
						appointmentId: String(row.id),
						status: appointmentStatuses.find((status) => status === row.status) ?? 'SCHEDULED',
						referenceNumber: String(row.reference_number),
						startsAt: Number(row.starts_at),
						scheduledDate: String(row.scheduled_date),
						scheduledTime: String(row.scheduled_time),
						durationMinutes: Number(row.duration_minutes),
						totalKobo: Number(row.total_kobo),
						discountKobo: Number(row.discount_kobo),
						serviceNames: JSON.parse(String(row.service_names)),
						staffName: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
						shop: {
							id: String(row.shop_id),
							name: String(row.shop_name),
							address: String(row.address),
							area: String(row.area),
							city: String(row.city),
							rescheduleCutoffMinutes: Number(row.reschedule_cutoff_minutes),
						},
					}),
				),
			)
		},

		async countVisits(actor: Actor): Promise<Record<VisitTab, number>> {
			const rows = await read(
				rawRead(
					sql`SELECT visit.status, count(*) AS count ${ownVisits(actor)} GROUP BY visit.status`,
					({ status, count }) => ({
						tab: tabOf(appointmentStatuses.find((one) => one === status) ?? 'SCHEDULED'),
						count: Number(count),
					}),
				),
			)
			const total = (tab: VisitTab) => rows.reduce((sum, row) => (row.tab === tab ? sum + row.count : sum), 0)
			const [pending, completed, cancelled] = visitTabs.map(total)
			return { pending: pending ?? 0, completed: completed ?? 0, cancelled: cancelled ?? 0 }
		},

		/** Whether a visit is the actor's own. */
		async isOwnVisit(actor: Actor, appointmentId: string): Promise<boolean> {
			const found = await read(
				rawRead(sql`SELECT 1 ${ownVisits(actor)} WHERE visit.id = ${appointmentId}`, () => true),
			)
			return found.length > 0
		},

		/** Whether the actor was signed in when this payment was started. */
		async isOwnPayment(actor: Actor, reference: string): Promise<boolean> {
			const found = await read(
				rawRead(
					sql`SELECT 1 FROM payment_attempts attempt JOIN checkouts checkout ON checkout.id = attempt.checkout_id
						WHERE attempt.reference = ${reference} AND checkout.created_by_user_id = ${actorUserId(actor)}`,
					() => true,
				),
			)
			return found.length > 0
		},
	}
}

function ownVisits(actor: Actor): SQL {
	return sql`FROM (SELECT id FROM clients WHERE user_id = ${actorUserId(actor)}) client
		CROSS JOIN appointments visit ON visit.client_id = client.id`
}

export type OwnVisitRepository = ReturnType<typeof createOwnVisitRepository>
