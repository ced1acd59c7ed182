import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { pickColumns, rows } from '#db/row.server.ts'
import { subscriptions } from '#db/schema/subscriptions.ts'
import { subscriptionEntries, subscriptionUsage } from '#db/schema/subscriptions-entries.ts'
import { planSessions, sessionBookings } from '#db/schema/subscriptions-sessions.ts'
import {
	first,
	insertFrom,
	placeholder,
	preparedSelect,
	rawSelect,
	updateWhere,
} from '#db/statement.server.ts'
import { countedEntries } from './entry-repository.server.ts'
import { isCalledOffAt, joinSessionFacts, sessionFields } from './plan-session-repository.server.ts'
import { MAX_SESSIONS_AHEAD } from './session-booking.ts'

const me = actorUserId(actorPlaceholders)

/** A subscription that ended before the call-off of its session runs this much longer (D47). */
const MORE_AFTER_CALL_OFF_MS = 7 * DAY_MS

/** The place takes its session's times. */
export type NewPlace = { id: string; sessionId: string; subscriptionId: string; userId: string; now: Instant }

const fromPlaces = sql`FROM ${sessionBookings} JOIN ${planSessions} ON ${planSessions.id} = ${sessionBookings.sessionId} ${joinSessionFacts}
	JOIN ${subscriptions} ON ${subscriptions.id} = ${sessionBookings.subscriptionId}
	LEFT JOIN ${subscriptionEntries} ON ${subscriptionEntries.bookingId} = ${sessionBookings.id}`

const placeRow = rows({
	...sessionFields,
	id: sessionBookings.id,
	sessionId: planSessions.id,
	...pickColumns(sessionBookings, 'subscriptionId', 'status', 'startsAt', 'endsAt', 'cancelledAt'),
	cancelledBy: sessionBookings.cancelledBy,
	entryKind: subscriptions.entryKind,
	/** Null while the entry counts, also after a late cancellation. */
	entryReturnedAt: subscriptionEntries.returnedAt,
})
export type Place = ReturnType<typeof placeRow.read>

/**
 * A booked session is ahead until its end: its holder may still come (M32). A called-off one is ahead until its start.
 * Sessions last a day at most, which keeps the search short.
 */
const isAhead = sql`(${sessionBookings.startsAt} > ${placeholder('at')} - ${DAY_MS} AND (
	(${sessionBookings.status} = 'booked' AND ${sessionBookings.endsAt} > ${placeholder('at')})
	OR (${sessionBookings.status} = 'cancelled' AND ${sessionBookings.cancelledBy} = 'shop' AND ${sessionBookings.startsAt} > ${placeholder('at')})))`

const upcomingPlaces = preparedSelect(
	placeRow,
	() => sql`${fromPlaces} WHERE ${sessionBookings.userId} = ${me} AND ${isAhead}
			AND (${sessionBookings.startsAt}, ${sessionBookings.id}) > (${placeholder('afterAt')}, ${placeholder('afterId')})
		ORDER BY ${sessionBookings.startsAt}, ${sessionBookings.id} LIMIT ${placeholder('limit')}`,
)
const pastPlaces = preparedSelect(
	placeRow,
	() => sql`${fromPlaces} WHERE ${sessionBookings.userId} = ${me} AND NOT ${isAhead}
			AND (${sessionBookings.startsAt}, ${sessionBookings.id}) < (${placeholder('afterAt')}, ${placeholder('afterId')})
		ORDER BY ${sessionBookings.startsAt} DESC, ${sessionBookings.id} DESC LIMIT ${placeholder('limit')}`,
)
const ownPlace = preparedSelect(
	placeRow,
	() =>
		sql`${fromPlaces} WHERE ${sessionBookings.id} = ${placeholder('bookingId')} AND ${sessionBookings.userId} = ${me}`,
)
const placeById = preparedSelect(
	placeRow,
	() => sql`${fromPlaces} WHERE ${sessionBookings.id} = ${placeholder('bookingId')}`,
)

export function createPlaceRepository(read: Database['read']) {
	return {
		/** Upcoming ones, the next first, or past ones, the last first. */
		listPlaces: (
			actor: Actor,
			{ isPast, after, limit }: { isPast: boolean; after: { at: Instant; id: string } | null; limit: number },
		): Promise<Place[]> =>
			read(
				(isPast ? pastPlaces : upcomingPlaces)({
					...actor,
					afterAt: after?.at ?? (isPast ? Number.MAX_SAFE_INTEGER : 0),
					afterId: after?.id ?? '',
					limit,
				}),
			),

		/** Null for another customer's (W9). */
		ownPlace: (actor: Actor, bookingId: string): Promise<Place | null> =>
			first(read(ownPlace({ ...actor, bookingId }))),

		/** Of any customer. */
		placeToMail: (bookingId: string): Promise<Place | null> => first(read(placeById({ bookingId }))),

		/**
		 * Stands before `takeEntry` of its entry.
		 *
		 * Refuses its batch:
		 * - 'session_full': full, or held for others.
		 * - 'session_not_bookable': called off or begun.
		 * - 'session_overlaps': the customer has another session at that time; a unique index refuses a second place.
		 * - 'subscription_not_usable': the subscription is of another plan.
		 * - 'too_many_sessions_ahead'.
		 */
		insertPlace: ({ id, sessionId, subscriptionId, userId, now }: NewPlace): Statement[] => [
			insertFrom(
				sessionBookings,
				{
					id,
					sessionId,
					subscriptionId,
					userId,
					startsAt: sql`${planSessions.startsAt}`,
					endsAt: sql`${planSessions.startsAt} + ${planSessions.durationMinutes} * ${MINUTE_MS}`,
					status: 'booked',
					bookedAt: now,
				},
				sql`FROM ${planSessions} JOIN ${subscriptions} ON ${subscriptions.planId} = ${planSessions.planId}
					WHERE ${planSessions.id} = ${sessionId} AND ${subscriptions.id} = ${subscriptionId}
						AND NOT EXISTS (SELECT 1 FROM ${sessionBookings} WHERE ${sessionBookings.id} = ${id})`,
			),
			refuseWhen(
				'subscription_not_usable',
				sql`NOT EXISTS (SELECT 1 FROM ${sessionBookings} WHERE ${sessionBookings.id} = ${id})`,
			),
			refuseWhen(
				'session_overlaps',
				// Sessions last a day at most, which keeps the search short.
				sql`EXISTS (SELECT 1 FROM ${sessionBookings} JOIN ${sessionBookings} other ON other.user_id = ${sessionBookings.userId}
					AND other.starts_at > ${sessionBookings.startsAt} - ${DAY_MS} AND other.starts_at < ${sessionBookings.endsAt}
					WHERE ${sessionBookings.id} = ${id} AND other.id <> ${id} AND other.status <> 'cancelled'
						AND other.ends_at > ${sessionBookings.startsAt})`,
			),
			refuseWhen(
				'too_many_sessions_ahead',
				sql`EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.id} = ${subscriptionId} AND ${subscriptions.entryKind} = 'unlimited'
					AND (SELECT count(*) FROM ${sessionBookings} WHERE ${sessionBookings.subscriptionId} = ${subscriptionId}
						AND ${sessionBookings.startsAt} > ${now} AND ${sessionBookings.status} = 'booked') > ${MAX_SESSIONS_AHEAD})`,
			),
		],

		/** Only until the session begins (D47); `isCancelledAt` tells whether it cancelled. */
		cancelPlace: (actor: Actor, bookingId: string): Statement<number> =>
			updateWhere(
				sessionBookings,
				{ status: 'cancelled', cancelledAt: actor.at, cancelledBy: 'customer' },
				sql`${sessionBookings.id} = ${bookingId} AND ${sessionBookings.userId} = ${actorUserId(actor)}
					AND ${sessionBookings.status} = 'booked' AND ${sessionBookings.startsAt} > ${actor.at}`,
			),

		/** At this place of the batch. */
		statusOf: (bookingId: string) =>
			rawSelect(
				rows(pickColumns(sessionBookings, 'status', 'cancelledAt')),
				sql`FROM ${sessionBookings} WHERE ${sessionBookings.id} = ${bookingId}`,
			),

		/**
		 * Stands after `callOff`, in this order: usage and return of every entry, also forfeited ones; the end of every
		 * place; seven more days for an ended subscription, unless its account holds the plan again (D47). The usage line
		 * comes first: afterwards it could count an entry that another request returned in this millisecond.
		 */
		callOffPlaces(sessionId: string, now: Instant) {
			/** Cancelled places are found by subscription: the index of a session's places leaves them out. */
			const toReturn = sql`FROM ${planSessions}
				CROSS JOIN ${subscriptions} ON ${subscriptions.planId} = ${planSessions.planId}
				CROSS JOIN ${sessionBookings} ON ${sessionBookings.subscriptionId} = ${subscriptions.id}
					AND ${sessionBookings.startsAt} = ${planSessions.startsAt} AND ${sessionBookings.sessionId} = ${planSessions.id}
				CROSS JOIN ${subscriptionEntries} ON ${subscriptionEntries.bookingId} = ${sessionBookings.id}
				WHERE ${planSessions.id} = ${sessionId} AND ${planSessions.calledOffAt} = ${now}
					AND ${sessionBookings.status} <> 'completed' AND ${subscriptionEntries.returnedAt} IS NULL`
			const before = countedEntries(sql`${sessionBookings.subscriptionId}`)
			return {
				usage: insertFrom(
					subscriptionUsage,
					{
						id: sql`${sessionBookings.id} || ':called-off'`,
						subscriptionId: sql`${subscriptionEntries.subscriptionId}`,
						action: 'called_off',
						entriesBefore: before,
						entriesAfter: sql`${before} - 1`,
						sessionId,
						occurredAt: now,
					},
					sql`${toReturn} ON CONFLICT DO NOTHING`,
				),
				longer: updateWhere(
					subscriptions,
					{ endsAt: now + MORE_AFTER_CALL_OFF_MS },
					sql`${subscriptions.id} IN (SELECT ${subscriptionEntries.subscriptionId} ${toReturn})
						AND ${subscriptions.endsAt} <= ${now} AND ${subscriptions.cancelledAt} IS NULL
						AND NOT EXISTS (SELECT 1 FROM ${subscriptions} next WHERE next.user_id = ${subscriptions.userId}
							AND next.plan_id = ${subscriptions.planId} AND next.cancelled_at IS NULL AND next.ends_at > ${now})`,
				),
				entries: updateWhere(
					subscriptionEntries,
					{ returnedAt: now },
					sql`${subscriptionEntries.id} IN (SELECT ${subscriptionEntries.id} ${toReturn})`,
				),
				places: updateWhere(
					sessionBookings,
					{ status: 'cancelled', cancelledAt: now, cancelledBy: 'shop' },
					sql`${sessionBookings.sessionId} = ${sessionId} AND ${sessionBookings.status} <> 'cancelled'
						AND ${sessionBookings.status} = 'booked' AND ${isCalledOffAt(sessionId, now)}`,
				),
			}
		},
	}
}

/** Whether this very request cancelled the place. */
export function isCancelledAt(bookingId: string, now: Instant): SQL {
	return sql`EXISTS (SELECT 1 FROM ${sessionBookings} WHERE ${sessionBookings.id} = ${bookingId}
		AND ${sessionBookings.cancelledAt} = ${now} AND ${sessionBookings.cancelledBy} = 'customer')`
}
