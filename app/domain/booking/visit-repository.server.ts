import { eq, sql } from 'drizzle-orm'
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { appointmentStatuses, paymentMethods } from '#app/kernel/vocabulary/booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { decode, flag, integer, nullable, text, word } from '#db/row.server.ts'
import { appointments, clients, reviews, visitProblems } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { build, builtWrite, preparedRead } from '#db/statement.server.ts'
import type { VisitToClose } from './close-visit.ts'

const { placeholder } = sql

const visitByReference = preparedRead(
	sql`SELECT ${appointments.id}, ${appointments.shopId}, ${shops.timeZone}, ${clients.userId}, ${appointments.status}, ${appointments.startsAt},
			${appointments.scheduledDate}, ${appointments.calendarSequence}, ${appointments.totalKobo}, ${appointments.tipKobo}, ${appointments.paidKobo},
			${appointments.cashbackKobo}, ${appointments.paidAtShopKobo}, ${appointments.paymentMethod},
			${appointments.rewardId} IS NOT NULL AS has_reward,
			${appointments.arrivedAt}, ${appointments.transferPaidAt}, ${appointments.completedAt}, ${appointments.completions}, ${appointments.missedAt},
			EXISTS (SELECT 1 FROM ${visitProblems} WHERE ${visitProblems.appointmentId} = ${appointments.id}
				AND ${visitProblems.resolvedAt} IS NULL) AS has_open_problem,
			EXISTS (SELECT 1 FROM ${reviews} WHERE ${reviews.appointmentId} = ${appointments.id}) AS is_reviewed
		FROM ${appointments} JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
		JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
		WHERE ${appointments.referenceNumber} = ${placeholder('reference')}`,
	decode({
		appointmentId: text('id'),
		shopId: text('shop_id'),
		timeZone: text('time_zone'),
		userId: nullable(text('user_id')),
		status: word('status', appointmentStatuses),
		startsAt: integer('starts_at'),
		scheduledDate: text('scheduled_date'),
		calendarSequence: integer('calendar_sequence'),
		totalKobo: integer('total_kobo'),
		tipKobo: integer('tip_kobo'),
		paidKobo: integer('paid_kobo'),
		cashbackKobo: integer('cashback_kobo'),
		paidAtShopKobo: integer('paid_at_shop_kobo'),
		paymentMethod: word('payment_method', paymentMethods),
		hasReward: flag('has_reward'),
		hasOpenProblem: flag('has_open_problem'),
		arrivedAt: nullable(integer('arrived_at')),
		transferPaidAt: nullable(integer('transfer_paid_at')),
		completedAt: nullable(integer('completed_at')),
		completions: integer('completions'),
		missedAt: nullable(integer('missed_at')),
		isReviewed: flag('is_reviewed'),
	}),
)

/** The shop's side of a visit: what became of it, or neither after all. */
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
		): Statement[] =>
			changed(visit, {
				status: 'COMPLETED',
				completedAt: now,
				completions: visit.completions + 1,
				paidAtShopKobo,
				paymentStatus:
					visit.paidKobo + visit.cashbackKobo + paidAtShopKobo >= visit.totalKobo ? 'completed' : 'pending',
			}),

		/** Its time is free with it (a trigger). Refused as `completeVisit` is. */
		missVisit: (visit: VisitToClose, now: Instant): Statement[] =>
			changed(visit, { status: 'NO_SHOW', missedAt: now }),

		/** Refused as `completeVisit` is, as are the next two. */
		confirmVisit: (visit: VisitToClose): Statement[] => changed(visit, { status: 'CONFIRMED' }),

		markArrived: (visit: VisitToClose, arrivedAt: Instant | null): Statement[] =>
			changed(visit, { arrivedAt }),

		/** What is left of the total is paid by it, before the visit or after. */
		markTransferPaid: (visit: VisitToClose, paidAtShopKobo: Kobo, now: Instant): Statement[] =>
			changed(visit, { transferPaidAt: now, paidAtShopKobo, paymentStatus: 'completed' }),

		/**
		 * Open again, as it was booked. Refused as `completeVisit` is, and for a missed visit, whose time precedes it in the
		 * batch, where that time is not there ('slot_taken').
		 */
		reopenVisit: (visit: VisitToClose): Statement[] => {
			const { paidKobo, cashbackKobo, totalKobo, arrivedAt, transferPaidAt } = visit
			// A transfer stays paid, whatever became of the visit.
			const paidAtShopKobo = transferPaidAt === null ? 0 : visit.paidAtShopKobo
			const isPaidInFull = totalKobo > 0 && paidKobo + cashbackKobo + paidAtShopKobo >= totalKobo
			return changed(visit, {
				status: paidKobo > 0 || isPaidInFull || arrivedAt !== null ? 'CONFIRMED' : 'SCHEDULED',
				completedAt: null,
				missedAt: null,
				paidAtShopKobo,
				paymentStatus: isPaidInFull ? 'completed' : 'pending',
			})
		},
	}
}

function changed(
	visit: VisitToClose,
	change: SQLiteUpdateSetSource<typeof appointments>,
): [Statement, Statement] {
	return [
		requireUnchanged(visit),
		builtWrite(build.update(appointments).set(change).where(eq(appointments.id, visit.appointmentId))),
	]
}

/** Two who act on a visit at once, or one act that is sent twice: the second finds it changed, also once it was undone (F24). */
function requireUnchanged(visit: VisitToClose): Statement {
	const {
		appointmentId,
		status,
		startsAt,
		calendarSequence,
		completedAt,
		completions,
		arrivedAt,
		transferPaidAt,
		totalKobo,
		paidKobo,
	} = visit
	return refuseWhen(
		'visit_changed',
		sql`NOT EXISTS (SELECT 1 FROM ${appointments} WHERE ${appointments.id} = ${appointmentId}
			AND ${appointments.status} = ${status} AND ${appointments.startsAt} = ${startsAt}
			AND ${appointments.calendarSequence} = ${calendarSequence}
			AND ${appointments.completedAt} IS ${completedAt} AND ${appointments.completions} = ${completions}
			AND ${appointments.arrivedAt} IS ${arrivedAt} AND ${appointments.transferPaidAt} IS ${transferPaidAt}
			AND ${appointments.totalKobo} = ${totalKobo} AND ${appointments.paidKobo} = ${paidKobo})`,
	)
}
