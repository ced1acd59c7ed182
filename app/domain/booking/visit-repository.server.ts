import { eq, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { appointmentStatuses } from '#app/kernel/vocabulary/booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { decode, flag, integer, nullable, text, word } from '#db/row.server.ts'
import { appointments, clients, reviews } from '#db/schema/booking.ts'
import { build, builtWrite, preparedRead } from '#db/statement.server.ts'
import type { VisitToClose } from './close-visit.ts'

const { placeholder } = sql

const visitByReference = preparedRead(
	sql`SELECT ${appointments.id}, ${appointments.shopId}, ${clients.userId}, ${appointments.status}, ${appointments.startsAt},
			${appointments.scheduledDate}, ${appointments.totalKobo}, ${appointments.tipKobo}, ${appointments.paidKobo},
			${appointments.cashbackKobo}, ${appointments.paidAtShopKobo}, ${appointments.completedAt},
			EXISTS (SELECT 1 FROM ${reviews} WHERE ${reviews.appointmentId} = ${appointments.id}) AS is_reviewed
		FROM ${appointments} JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
		WHERE ${appointments.referenceNumber} = ${placeholder('reference')}`,
	decode({
		appointmentId: text('id'),
		shopId: text('shop_id'),
		userId: nullable(text('user_id')),
		status: word('status', appointmentStatuses),
		startsAt: integer('starts_at'),
		scheduledDate: text('scheduled_date'),
		totalKobo: integer('total_kobo'),
		tipKobo: integer('tip_kobo'),
		paidKobo: integer('paid_kobo'),
		cashbackKobo: integer('cashback_kobo'),
		paidAtShopKobo: integer('paid_at_shop_kobo'),
		completedAt: nullable(integer('completed_at')),
		isReviewed: flag('is_reviewed'),
	}),
)

/** The shop's side of a visit: it took place, was missed, or neither after all. */
export function createVisitRepository(read: Database['read']) {
	return {
		/** Null where no booking has that reference. */
		async visit(reference: string): Promise<VisitToClose | null> {
			const [visit] = await read(visitByReference({ reference }))
			return visit ?? null
		},

		requireUnchanged,

		/** Refuses the batch where the visit is not as it was read ('visit_changed'). */
		completeVisit: (
			visit: VisitToClose,
			{ paidAtShopKobo, now }: { paidAtShopKobo: Kobo; now: Instant },
		): Statement[] => [
			requireUnchanged(visit),
			builtWrite(
				build
					.update(appointments)
					.set({
						status: 'COMPLETED',
						completedAt: now,
						paidAtShopKobo,
						paymentStatus:
							visit.paidKobo + visit.cashbackKobo + paidAtShopKobo >= visit.totalKobo
								? 'completed'
								: 'pending',
					})
					.where(eq(appointments.id, visit.appointmentId)),
			),
		],

		/** Its time is free with it (a trigger). Refused as `completeVisit` is. */
		missVisit: (visit: VisitToClose): Statement[] => [
			requireUnchanged(visit),
			builtWrite(
				build.update(appointments).set({ status: 'NO_SHOW' }).where(eq(appointments.id, visit.appointmentId)),
			),
		],

		/**
		 * Open again, as it was booked. Refused as `completeVisit` is, and for a missed visit, whose time precedes it in the
		 * batch, where that time is not there ('slot_taken').
		 */
		reopenVisit: (visit: VisitToClose): Statement[] => {
			const { appointmentId, paidKobo, cashbackKobo, totalKobo } = visit
			const isPaidInFull = totalKobo > 0 && paidKobo + cashbackKobo >= totalKobo
			return [
				requireUnchanged(visit),
				builtWrite(
					build
						.update(appointments)
						.set({
							status: paidKobo > 0 || isPaidInFull ? 'CONFIRMED' : 'SCHEDULED',
							completedAt: null,
							paidAtShopKobo: 0,
							paymentStatus: isPaidInFull ? 'completed' : 'pending',
						})
						.where(eq(appointments.id, appointmentId)),
				),
			]
		},
	}
}

/** Two who close a visit at once, or one that is sent twice: the second finds it closed. */
function requireUnchanged({ appointmentId, status, completedAt, paidKobo }: VisitToClose): Statement {
	return refuseWhen(
		'visit_changed',
		sql`NOT EXISTS (SELECT 1 FROM ${appointments} WHERE ${appointments.id} = ${appointmentId}
			AND ${appointments.status} = ${status} AND ${appointments.completedAt} IS ${completedAt}
			AND ${appointments.paidKobo} = ${paidKobo})`,
	)
}
