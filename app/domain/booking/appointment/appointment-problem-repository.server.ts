import { lte, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { AppointmentProblemKind } from '#app/kernel/vocabulary/booking.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteOldest } from '#db/delete-slice.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, instant, nullable, pickColumns, rows } from '#db/row.server.ts'
import { appointments } from '#db/schema/booking.ts'
import { appointmentProblems } from '#db/schema/booking-reviews.ts'
import { shops } from '#db/schema/discovery.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { first, insertFrom, preparedSelect, rawSelect, updateWhere } from '#db/statement.server.ts'

/** Of one person, in all shops. */
const MAX_OPEN_OF_PERSON = 3

type NewProblem = {
	id: string
	appointmentId: string
	kind: AppointmentProblemKind
	words: string
	now: Instant
}

const shownRow = rows({
	kind: appointmentProblems.kind,
	isOpen: flag(sql`${appointmentProblems.resolvedAt} IS NULL`),
	answer: appointmentProblems.answer,
})
/** As its booking's page shows it. */
export type ShownProblem = ReturnType<typeof shownRow.read>

const latestProblem = preparedSelect(
	shownRow,
	() => sql`FROM ${appointmentProblems} WHERE ${appointmentProblems.appointmentId} = ${sql.placeholder('appointmentId')}
		ORDER BY ${appointmentProblems.reportedAt} DESC LIMIT 1`,
)

const ownRow = rows({
	referenceNumber: appointments.referenceNumber,
	kind: appointmentProblems.kind,
	startsAt: appointments.startsAt,
	reportedAt: appointmentProblems.reportedAt,
})
/** For the shop: waits for its answer. */
export type OwnProblem = ReturnType<typeof ownRow.read>

// The literal matches the partial index's condition.
const openOfCaller = preparedSelect(
	ownRow,
	() => sql`FROM ${appointmentProblems} CROSS JOIN ${appointments} ON ${appointments.id} = ${appointmentProblems.appointmentId}
		WHERE ${appointmentProblems.shopId} = ${callingShopId(shopCallerPlaceholders)} AND ${appointmentProblems.resolvedAt} IS NULL
		ORDER BY ${appointmentProblems.reportedAt} LIMIT ${sql.placeholder('limit')}`,
)

/** Problems that customers report of past visits, and the shops' answers. */
export function createAppointmentProblemRepository(read: Database['read']) {
	return {
		problemOf: (appointmentId: string): Promise<ShownProblem | null> =>
			first(read(latestProblem({ appointmentId }))),

		/**
		 * Writes nothing for a visit that is ahead, cancelled or has an open problem, or for a person with three open
		 * problems. `standing` gives the result.
		 */
		insertProblem: ({ id, appointmentId, kind, words, now }: NewProblem): Statement<number> =>
			insertFrom(
				appointmentProblems,
				{
					...{ id, appointmentId: sql`${appointments.id}`, shopId: sql`${appointments.shopId}` },
					...{ kind, words, reportedAt: now },
				},
				sql`FROM ${appointments} WHERE ${appointments.id} = ${appointmentId} AND ${isPast(now)}
					AND NOT EXISTS (${selectOpenProblem(appointmentId)}) AND (${openOfPerson(appointmentId)}) < ${MAX_OPEN_OF_PERSON}`,
			),

		/** Last in the batch: whether the problem was written, or why not. */
		standing: ({
			id,
			appointmentId,
			kind,
			words,
			now,
		}: NewProblem): Statement<
			{ isWritten: boolean; isPast: boolean; isOpenAlready: boolean; saidAt: Instant | null }[]
		> =>
			rawSelect(
				rows({
					isWritten: flag(
						sql`EXISTS (SELECT 1 FROM ${appointmentProblems} WHERE ${appointmentProblems.id} = ${id})`,
					),
					isPast: flag(isPast(now)),
					isOpenAlready: flag(sql`EXISTS (${selectOpenProblem(appointmentId)})`),
					/** Set where the open problem has the same words. */
					saidAt: nullable(
						instant(sql`(SELECT max(${appointmentProblems.reportedAt}) FROM ${appointmentProblems}
							WHERE ${appointmentProblems.appointmentId} = ${appointmentId} AND ${appointmentProblems.kind} = ${kind}
								AND ${appointmentProblems.words} = ${words} AND ${appointmentProblems.resolvedAt} IS NULL)`),
					),
				}),
				sql`FROM ${appointments} WHERE ${appointments.id} = ${appointmentId}`,
			),

		/** Ends the problem. Refused where none is open ('visit_changed'). */
		answerProblem: (appointmentId: string, answer: string, now: Instant): Statement[] => [
			refuseWhen('visit_changed', sql`NOT EXISTS (${selectOpenProblem(appointmentId)})`),
			updateWhere(
				appointmentProblems,
				{ resolvedAt: now, answer },
				sql`${appointmentProblems.appointmentId} = ${appointmentId} AND ${appointmentProblems.resolvedAt} IS NULL`,
			),
		],

		purgeResolvedBefore: (resolvedBefore: Instant): Statement<number> =>
			deleteOldest(appointmentProblems, lte(appointmentProblems.resolvedAt, resolvedBefore)),

		/** Unanswered by the caller's shop, the oldest first. */
		ownOpen: ({ secretHash, kind }: ShopCaller, limit: number): Promise<OwnProblem[]> =>
			read(openOfCaller({ secretHash, kind, limit })),

		/** Unanswered since `before` by any shop, the oldest first. */
		listOpen: (before: Instant, limit: number) =>
			read(
				rawSelect(
					rows({
						referenceNumber: appointments.referenceNumber,
						shopName: shops.name,
						shopPhone: shops.phone,
						...pickColumns(appointmentProblems, 'kind', 'reportedAt'),
					}),
					sql`FROM ${appointmentProblems} JOIN ${appointments} ON ${appointments.id} = ${appointmentProblems.appointmentId}
						JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
						WHERE ${appointmentProblems.resolvedAt} IS NULL AND ${appointmentProblems.reportedAt} <= ${before}
						ORDER BY ${appointmentProblems.reportedAt} LIMIT ${limit}`,
				),
			),
	}
}

/** Begun, and not cancelled. */
function isPast(now: Instant): SQL {
	return sql`(${appointments.status} <> 'CANCELLED' AND ${appointments.startsAt} <= ${now})`
}

function selectOpenProblem(appointmentId: string): SQL {
	return sql`SELECT 1 FROM ${appointmentProblems} WHERE ${appointmentProblems.appointmentId} = ${appointmentId} AND ${appointmentProblems.resolvedAt} IS NULL`
}

/**
 * Open problems of the visit's customer, found by the booking's e-mail and by the client row. The plus keeps the
 * planner off the index of all open problems.
 */
function openOfPerson(appointmentId: string): SQL {
	return sql`SELECT count(*) FROM ${appointmentProblems}
		WHERE +${appointmentProblems.resolvedAt} IS NULL AND ${appointmentProblems.appointmentId} IN (
			SELECT visit.id FROM appointments own CROSS JOIN checkouts booked ON booked.id = own.checkout_id
				CROSS JOIN checkouts theirs ON theirs.email = booked.email
				CROSS JOIN appointments visit ON visit.checkout_id = theirs.id WHERE own.id = ${appointmentId}
			UNION SELECT visit.id FROM appointments own CROSS JOIN appointments visit ON visit.client_id = own.client_id
				WHERE own.id = ${appointmentId})`
}
