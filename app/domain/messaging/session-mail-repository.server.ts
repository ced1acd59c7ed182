import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import { SLICE_ROWS, type Statement } from '#app/kernel/write-batch.server.ts'
import { users } from '#db/schema/identity.ts'
import { outbox } from '#db/schema/messaging.ts'
import { planSessions, sessionBookings, sessionWaits } from '#db/schema/subscriptions-sessions.ts'
import { insertFrom } from '#db/statement.server.ts'
import { onceForItsKey, queuing, queuingAll, queuingLater } from './mail-ceiling-repository.server.ts'

/** Mails about group sessions, to the email that the account has when they are queued. */
export function createSessionMailRepository() {
	return {
		insertBooked: (bookingId: string, now: Instant): Statement[] => {
			const id = `session-booked:${bookingId}`
			return queuing(
				id,
				ofPlaces('session_booked', {
					id: sql`${id}`,
					where: sql`${sessionBookings.id} = ${bookingId}`,
					dueAt: now,
					now,
				}),
			)
		},

		/** Delivery checks at the due time whether it is still true. */
		insertReminder: (
			bookingId: string,
			{ hoursBefore, dueAt, now }: { hoursBefore: number; dueAt: Instant; now: Instant },
		): Statement[] => {
			const id = `session-reminder:${hoursBefore}:${bookingId}`
			return queuingLater(
				id,
				ofPlaces('session_reminder', {
					id: sql`${id}`,
					where: sql`${sessionBookings.id} = ${bookingId}`,
					// The client binds numbers as REAL (W8).
					more: sql`, 'hoursBefore', CAST(${hoursBefore} AS integer)`,
					dueAt,
					now,
				}),
			)
		},

		/** To the customers whose places the call-off at `now` ends. Stands before the statement that ends them. */
		insertCalledOff: (sessionId: string, now: Instant): Statement[] =>
			queuingAll(
				queuedNow('session_called_off', now),
				ofPlaces('session_called_off', {
					id: sql`'session-called-off:' || ${sessionBookings.id}`,
					where: sql`${sessionBookings.sessionId} = ${sessionId} AND ${sessionBookings.status} <> 'cancelled'
						AND ${sessionBookings.status} = 'booked' AND EXISTS (SELECT 1 FROM ${planSessions}
							WHERE ${planSessions.id} = ${sessionId} AND ${planSessions.calledOffAt} = ${now})`,
					dueAt: now,
					now,
				}),
			),

		/**
		 * A slice of the customers in a closed waitlist, once each, unless a seat is held for them. It scans all waits by
		 * an index.
		 */
		insertLineClosed: (closesBefore: Instant, now: Instant): Statement[] => {
			const id = sql`'line-closed:' || ${sessionWaits.id}`
			return queuingAll(
				queuedNow('line_closed', now),
				insertFrom(
					outbox,
					{
						id,
						kind: 'line_closed',
						dedupeKey: id,
						recipientEmail: sql`${users.email}`,
						userId: sql`${users.id}`,
						payload: sql`json_object('waitId', ${sessionWaits.id}, 'holderId', ${users.id})`,
						createdAt: now,
						nextAttemptAt: now,
					},
					sql`FROM ${sessionWaits} CROSS JOIN ${planSessions} ON ${planSessions.id} = ${sessionWaits.sessionId}
						CROSS JOIN ${users} ON ${users.id} = ${sessionWaits.userId}
						WHERE ${sessionWaits.userId} > '' AND ${sessionWaits.endedAt} IS NULL AND coalesce(${sessionWaits.offerExpiresAt}, 0) <= ${now}
							AND ${planSessions.calledOffAt} IS NULL AND ${planSessions.startsAt} > ${now} AND ${planSessions.startsAt} < ${closesBefore}
							AND NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.dedupeKey} = ${id})
						LIMIT ${SLICE_ROWS}`,
				),
			)
		},

		/** To the customers for whom a seat is held since `now`. */
		insertOffered: (sessionId: string, now: Instant): Statement[] => {
			const id = sql`'seat-offered:' || ${sessionWaits.id} || ':' || ${sessionWaits.offerCount}`
			return queuingAll(
				queuedNow('seat_offered', now),
				insertFrom(
					outbox,
					{
						id,
						kind: 'seat_offered',
						dedupeKey: id,
						recipientEmail: sql`${users.email}`,
						userId: sql`${users.id}`,
						payload: sql`json_object('waitId', ${sessionWaits.id}, 'holderId', ${users.id}, 'offeredAt', ${sessionWaits.offeredAt})`,
						createdAt: now,
						nextAttemptAt: now,
					},
					sql`FROM ${sessionWaits} JOIN ${users} ON ${users.id} = ${sessionWaits.userId}
						WHERE ${sessionWaits.sessionId} = ${sessionId} AND ${sessionWaits.endedAt} IS NULL AND ${sessionWaits.offeredAt} = ${now}
						${onceForItsKey}`,
				),
			)
		},
	}
}

/** The messages of a kind that this batch has queued, by the index of due messages. */
function queuedNow(kind: string, now: Instant): SQL {
	return sql`sent_at IS NULL AND next_attempt_at = ${now} AND kind = ${kind}`
}

function ofPlaces(
	kind: string,
	{ id, where, more = sql``, dueAt, now }: { id: SQL; where: SQL; more?: SQL; dueAt: Instant; now: Instant },
): Statement<number> {
	return insertFrom(
		outbox,
		{
			id,
			kind,
			dedupeKey: id,
			recipientEmail: sql`${users.email}`,
			userId: sql`${users.id}`,
			payload: sql`json_object('bookingId', ${sessionBookings.id}, 'holderId', ${users.id}${more})`,
			createdAt: now,
			nextAttemptAt: dueAt,
		},
		sql`FROM ${sessionBookings} JOIN ${users} ON ${users.id} = ${sessionBookings.userId} WHERE ${where} ${onceForItsKey}`,
	)
}
