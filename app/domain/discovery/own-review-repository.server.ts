import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database, Statement } from '#db/client.server.ts'
import { rawRead, rawWrite } from '#db/statement.server.ts'

export type VisitToReview = {
	shopName: string
	serviceName: string
	date: CivilDate
	/** What was written before; null for nothing yet. */
	review: { rating: number; comment: string } | null
}

/** Reviews of the actor's own completed visits (decision D12): one for each, which its writer may change. */
export function createOwnReviewRepository(read: Database['read']) {
	return {
		/** Null for a visit that is not the actor's own, or not completed. */
		async visitToReview(actor: Actor, appointmentId: string): Promise<VisitToReview | null> {
			const [visit] = await read(
				rawRead(
					sql`SELECT shop.name AS shop_name, item.name AS service_name, visit.scheduled_date, review.rating, review.comment
						FROM ${ownCompletedVisit(actor, appointmentId)} visit
						JOIN shops shop ON shop.id = visit.shop_id
						JOIN appointment_services item ON item.appointment_id = visit.id AND item.position = 0
						LEFT JOIN reviews review ON review.appointment_id = visit.id`,
					(row) => ({
						shopName: String(row.shop_name),
						serviceName: String(row.service_name),
						date: String(row.scheduled_date),
						review: row.rating === null ? null : { rating: Number(row.rating), comment: String(row.comment) },
					}),
				),
			)
			return visit ?? null
		},

		/** No row is changed for a visit of somebody else. The shop's stars follow by the database's own law. */
		writeReview: (
			actor: Actor,
			{ appointmentId, rating, comment }: { appointmentId: string; rating: number; comment: string },
		): Statement =>
			rawWrite(
				sql`INSERT INTO reviews (appointment_id, shop_id, client_id, rating, comment, created_at)
					SELECT id, shop_id, client_id, ${rating}, ${comment}, ${actor.at} FROM ${ownCompletedVisit(actor, appointmentId)} WHERE true
					ON CONFLICT (appointment_id) DO UPDATE SET rating = excluded.rating, comment = excluded.comment`,
			),
	}
}

function ownCompletedVisit(actor: Actor, appointmentId: string) {
	return sql`(SELECT appointments.* FROM appointments JOIN clients ON clients.id = appointments.client_id
		WHERE appointments.id = ${appointmentId} AND appointments.status = 'COMPLETED' AND clients.user_id = ${actorUserId(actor)})`
}

export type OwnReviewRepository = ReturnType<typeof createOwnReviewRepository>
