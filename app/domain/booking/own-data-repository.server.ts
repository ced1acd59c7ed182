import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database, Statement } from '#db/client.server.ts'
import { rawRead, rawWrite } from '#db/statement.server.ts'

/** What shops keep of a customer who left. */
const FORMER_CUSTOMER = 'Former customer'

/** What the actor's bookings say about the actor: to hand out, and to forget. */
export function createOwnDataRepository(read: Database['read']) {
	return {
		/** Each of the actor's visits with everything that it says of them, newest first. */
		exportVisits: (actor: Actor): Promise<unknown[]> =>
			read(
				rawRead(
					sql`SELECT json_object(
							'referenceNumber', visit.reference_number, 'shop', shop.name, 'status', visit.status,
							'date', visit.scheduled_date, 'time', visit.scheduled_time, 'timeZone', shop.time_zone,
							'durationMinutes', visit.duration_minutes, 'totalKobo', visit.total_kobo, 'tipKobo', visit.tip_kobo,
							'discountKobo', visit.discount_kobo, 'paymentMethod', visit.payment_method, 'paymentStatus', visit.payment_status,
							'bookedAt', strftime('%Y-%m-%dT%H:%M:%SZ', visit.created_at / 1000, 'unixepoch'),
							'services', (SELECT json_group_array(name) FROM appointment_services WHERE appointment_id = visit.id),
							'addOns', (SELECT json_group_array(name) FROM appointment_add_ons WHERE appointment_id = visit.id),
							'contact', json_object('firstName', checkout.first_name, 'lastName', checkout.last_name,
								'email', checkout.email, 'phone', checkout.phone),
							'review', (SELECT json_object('rating', rating, 'comment', comment) FROM reviews WHERE appointment_id = visit.id)
						) AS visit
						FROM (SELECT id FROM clients WHERE user_id = ${actorUserId(actor)}) client
						CROSS JOIN appointments visit ON visit.client_id = client.id
						CROSS JOIN checkouts checkout ON checkout.id = visit.checkout_id
						CROSS JOIN shops shop ON shop.id = visit.shop_id
						ORDER BY visit.starts_at DESC`,
					(row): unknown => JSON.parse(String(row.visit)),
				),
			),

		/** How many of the actor's visits are booked and not over. */
		async countVisitsAhead(actor: Actor): Promise<number> {
			const [count = 0] = await read(
				rawRead(
					sql`SELECT count(*) AS count FROM (SELECT id FROM clients WHERE user_id = ${actorUserId(actor)}) client
						CROSS JOIN appointments visit ON visit.client_id = client.id WHERE ${isAhead(actor)}`,
					(row) => Number(row.count),
				),
			)
			return count
		},

		/**
		 * Takes the actor's name, contact and words out of what shops keep; visits, amounts and stars stay. Nothing
		 * happens while a visit is ahead, or with another password than the one that was confirmed.
		 */
		forgetCustomer: (actor: Actor, passwordHash: string): Statement[] => {
			const owner = sql`(SELECT id FROM users WHERE id = ${actorUserId(actor)} AND password_hash = ${passwordHash}
				AND NOT EXISTS (SELECT 1 FROM clients client CROSS JOIN appointments visit ON visit.client_id = client.id
					WHERE client.user_id = users.id AND ${isAhead(actor)}))`
			const clients = sql`(SELECT id FROM clients WHERE user_id = ${owner})`
			return [
				rawWrite(
					sql`UPDATE checkouts SET first_name = ${FORMER_CUSTOMER}, last_name = '', email = NULL, phone = NULL,
						created_by_user_id = NULL WHERE client_id IN ${clients}`,
				),
				rawWrite(
					sql`UPDATE reviews SET comment = '' WHERE appointment_id IN
						(SELECT visit.id FROM appointments visit WHERE visit.client_id IN ${clients})`,
				),
				rawWrite(
					sql`UPDATE clients SET first_name = ${FORMER_CUSTOMER}, last_name = '', email = NULL, phone = NULL, user_id = NULL
						WHERE user_id = ${owner}`,
				),
			]
		},
	}
}

function isAhead({ at }: Actor): SQL {
	return sql`visit.status IN ('SCHEDULED', 'CONFIRMED') AND visit.ends_at > ${at}`
}

export type OwnDataRepository = ReturnType<typeof createOwnDataRepository>
