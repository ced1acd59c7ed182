import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { pickColumns, rows } from '#db/row.server.ts'
import { subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { subscriptionEntries, subscriptionUsage } from '#db/schema/subscriptions-entries.ts'
import { planSessions, sessionBookings, sessionWaits } from '#db/schema/subscriptions-sessions.ts'
import { insertFrom, preparedSelect, updateWhere } from '#db/statement.server.ts'
import { countedEntries, isUsableAt } from './entry-repository.server.ts'
import { subscriptionTimes } from './own-subscription-repository.server.ts'
import { FREE_CANCELLATION_MS } from './session-booking.ts'
import { laterPeriods } from './subscription-change-repository.server.ts'

/** A period and the later ones. */
function periodsFrom(subscriptionId: string): SQL {
	return sql`(SELECT ${subscriptionId} UNION ALL SELECT id FROM ${laterPeriods(sql`${subscriptionId}`)})`
}

/** Booked sessions ahead that no longer lie in these periods, as they stand at this point of the batch. */
function lostPlaces(subscriptionId: string, now: Instant): SQL {
	return sql`SELECT ${sessionBookings.id} FROM ${subscriptions} CROSS JOIN ${sessionBookings}
			ON ${sessionBookings.subscriptionId} = ${subscriptions.id}
		WHERE ${subscriptions.id} IN ${periodsFrom(subscriptionId)} AND ${sessionBookings.status} = 'booked'
			AND ${sessionBookings.startsAt} > ${now} AND NOT ${isUsableAt(sql`${sessionBookings.startsAt}`)}`
}

const subscriptionId = sql`${sql.placeholder('subscriptionId')}`

const periodRow = rows({ id: subscriptions.id, ...subscriptionTimes })
const fromPeriods = sql`FROM (SELECT ${subscriptionId} AS id UNION ALL SELECT id FROM ${laterPeriods(subscriptionId)}) period
	CROSS JOIN ${subscriptions} ON ${subscriptions.id} = period.id`

const placeRow = rows({
	...pickColumns(sessionBookings, 'id', 'sessionId', 'startsAt'),
	title: subscriptionPlans.title,
	period: periodRow,
})
export type PlaceToGiveUp = ReturnType<typeof placeRow.read>

const places = preparedSelect(
	placeRow,
	() => sql`${fromPeriods}
		CROSS JOIN ${sessionBookings} ON ${sessionBookings.subscriptionId} = ${subscriptions.id}
		JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
		WHERE ${subscriptions.userId} = ${actorUserId(actorPlaceholders)} AND ${sessionBookings.status} = 'booked'
			AND ${sessionBookings.startsAt} > ${actorPlaceholders.at}
		ORDER BY ${sessionBookings.startsAt}`,
)

const waitRow = rows({
	...pickColumns(sessionWaits, 'id', 'sessionId'),
	startsAt: planSessions.startsAt,
	title: subscriptionPlans.title,
	/** The end of a held seat; null without one. */
	offerExpiresAt: sessionWaits.offerExpiresAt,
	period: periodRow,
})
export type WaitToEnd = ReturnType<typeof waitRow.read>

const waits = preparedSelect(
	waitRow,
	() => sql`${fromPeriods}
		CROSS JOIN ${sessionWaits} ON ${sessionWaits.userId} = ${subscriptions.userId} AND ${sessionWaits.endedAt} IS NULL
			AND ${sessionWaits.subscriptionId} = ${subscriptions.id}
		JOIN ${planSessions} ON ${planSessions.id} = ${sessionWaits.sessionId}
		JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
		WHERE ${subscriptions.userId} = ${actorUserId(actorPlaceholders)} AND ${planSessions.startsAt} > ${actorPlaceholders.at}
		ORDER BY ${planSessions.startsAt}`,
)

/** Places and waits that end with a paused or ended period. */
export function createLostPlaceRepository(read: Database['read']) {
	return {
		/** Of a period and the ones after it, the next session first. */
		placesOfPeriods: (actor: Actor, subscriptionId: string) => read(places({ ...actor, subscriptionId })),

		/** Of a period and the ones after it, the next session first. */
		waitsOfPeriods: (actor: Actor, subscriptionId: string) => read(waits({ ...actor, subscriptionId })),

		/**
		 * Stands after `changePeriod`: refuses its batch ('subscription_not_usable') where a place booked after the read
		 * would be lost (F22).
		 */
		requireLostAsRead: (
			subscriptionId: string,
			placeIds: readonly string[],
			now: Instant,
		): Statement<number> =>
			refuseWhen(
				'subscription_not_usable',
				sql`EXISTS (SELECT 1 FROM (${lostPlaces(subscriptionId, now)}) lost
					WHERE lost.id NOT IN (SELECT value FROM json_each(${JSON.stringify(placeIds)})))`,
			),

		/**
		 * Stands after a change of a period: cancels each place ahead that it no longer lets in, with a line of usage
		 * (F17). The end of a plan returns the entries; a pause returns them by D11.
		 */
		giveUpLostPlaces(subscriptionId: string, by: 'pause' | 'plan', now: Instant): Statement[] {
			const isGivenUp = (place: string) => {
				const column = (name: string) => sql.raw(`${place}.${name}`)
				return sql`${column('cancelled_at')} = ${now} AND ${column('cancelled_by')} = ${by}
					AND ${column('subscription_id')} IN ${periodsFrom(subscriptionId)}`
			}
			const freeUntil =
				by === 'plan' ? sql`` : sql`AND ${sessionBookings.startsAt} >= ${now + FREE_CANCELLATION_MS}`
			const isReturned = sql`${subscriptionEntries.returnedAt} IS NOT NULL`
			// Later places come later in the history, so that the used entries fall line by line.
			const after = sql`(${countedEntries(sql`${sessionBookings.subscriptionId}`)} + (SELECT count(*) FROM ${sessionBookings} next
				JOIN ${subscriptionEntries} returned ON returned.booking_id = next.id AND returned.returned_at = ${now}
				WHERE next.subscription_id = ${sessionBookings.subscriptionId} AND ${isGivenUp('next')}
					AND (next.starts_at, next.id) > (${sessionBookings.startsAt}, ${sessionBookings.id})))`
			return [
				updateWhere(
					sessionBookings,
					{ status: 'cancelled', cancelledAt: now, cancelledBy: by },
					sql`${sessionBookings.id} IN (${lostPlaces(subscriptionId, now)})`,
				),
				updateWhere(
					subscriptionEntries,
					{ returnedAt: now },
					sql`${subscriptionEntries.returnedAt} IS NULL AND ${subscriptionEntries.bookingId} IN (SELECT ${sessionBookings.id}
						FROM ${sessionBookings} WHERE ${isGivenUp('session_bookings')} ${freeUntil})`,
				),
				insertFrom(
					subscriptionUsage,
					{
						id: sql`${sessionBookings.id} || ':cancel'`,
						subscriptionId: sql`${sessionBookings.subscriptionId}`,
						action: sql`iif(${isReturned}, 'cancel', 'late_cancel')`,
						entriesBefore: sql`${after} + (${isReturned})`,
						entriesAfter: after,
						sessionId: sql`${sessionBookings.sessionId}`,
						occurredAt: now,
					},
					sql`FROM ${sessionBookings} JOIN ${subscriptionEntries} ON ${subscriptionEntries.bookingId} = ${sessionBookings.id}
						WHERE ${isGivenUp('session_bookings')} ORDER BY ${sessionBookings.startsAt}, ${sessionBookings.id} ON CONFLICT DO NOTHING`,
				),
			]
		},

		/** Stands after a change or end of a period: ends waits for sessions that it no longer lets in. */
		endLostWaits: (subscriptionId: string, now: Instant): Statement<number> =>
			updateWhere(
				sessionWaits,
				{ endedAt: now, endedBy: 'plan' },
				// Waits have an index by account.
				sql`${sessionWaits.userId} = (SELECT ${subscriptions.userId} FROM ${subscriptions} WHERE ${subscriptions.id} = ${subscriptionId})
					AND ${sessionWaits.endedAt} IS NULL AND ${sessionWaits.subscriptionId} IN ${periodsFrom(subscriptionId)}
					AND NOT EXISTS (SELECT 1 FROM ${subscriptions} JOIN ${planSessions} ON ${planSessions.id} = ${sessionWaits.sessionId}
						WHERE ${subscriptions.id} = ${sessionWaits.subscriptionId} AND ${isUsableAt(sql`${planSessions.startsAt}`)})`,
			),
	}
}
