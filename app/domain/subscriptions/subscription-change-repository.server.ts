import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { PlaceEnding } from '#app/kernel/vocabulary/subscriptions.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorAsked, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { decode, flag, integer, nullable, only, text } from '#db/row.server.ts'
import {
	planSessions,
	sessionBookings,
	sessionWaits,
	subscriptionEntries,
	subscriptionPlans,
	subscriptions,
} from '#db/schema/subscriptions.ts'
import { build, builtWrite, preparedRead, rawWrite } from '#db/statement.server.ts'
import { FREE_CANCELLATION_MS } from './session-cancellation.ts'
import type { SubscriptionTimes } from './subscription-state.ts'

/** A period as it is stored, as far as pausing and cancelling change it. */
export type StoredPeriod = SubscriptionTimes & { id: string; pauseCount: number }

/** The periods that were paid for after one, each going on from the one before. */
function laterPeriods(subscriptionId: SQL): SQL {
	const isOpen = sql`${subscriptions.cancelledAt} IS NULL`
	return sql`(WITH RECURSIVE later(id) AS (
		SELECT ${subscriptions.id} FROM ${subscriptions} WHERE ${subscriptions.renewsSubscriptionId} = ${subscriptionId} AND ${isOpen}
		UNION ALL SELECT ${subscriptions.id} FROM later CROSS JOIN ${subscriptions}
			ON ${subscriptions.renewsSubscriptionId} = later.id WHERE ${isOpen}) SELECT id FROM later)`
}

const asked = sql`${sql.placeholder('subscriptionId')}`

const places = preparedRead(
	sql`SELECT ${sessionBookings.id}, ${sessionBookings.sessionId}, ${sessionBookings.startsAt} AS place_starts_at,
			${subscriptionPlans.title}, ${subscriptions.id} AS period_id, ${subscriptions.startsAt}, ${subscriptions.endsAt},
			${subscriptions.pausedAt}, ${subscriptions.resumesAt}, ${subscriptions.cancelledAt}
		FROM (SELECT ${asked} AS id UNION ALL SELECT id FROM ${laterPeriods(asked)}) period
		CROSS JOIN ${subscriptions} ON ${subscriptions.id} = period.id
		CROSS JOIN ${sessionBookings} ON ${sessionBookings.subscriptionId} = ${subscriptions.id}
		JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
		WHERE ${subscriptions.userId} = ${actorUserId(actorAsked)} AND ${sessionBookings.status} = 'booked'
			AND ${sessionBookings.startsAt} > ${actorAsked.at}
		ORDER BY ${sessionBookings.startsAt}`,
	decode({
		id: text('id'),
		sessionId: text('session_id'),
		startsAt: integer('place_starts_at'),
		title: text('title'),
		period: decode({
			id: text('period_id'),
			startsAt: integer('starts_at'),
			endsAt: integer('ends_at'),
			pausedAt: nullable(integer('paused_at')),
			resumesAt: nullable(integer('resumes_at')),
			cancelledAt: nullable(integer('cancelled_at')),
		}),
	}),
)
export type PlaceToGiveUp = Awaited<
	ReturnType<ReturnType<typeof createSubscriptionChangeRepository>['placesOfPeriods']>
>[number]

/**
 * An entry was used by a visit, or by a place that was not given up in time. One that came back too late for free was used
 * as well, unless the shop called the session off (D46).
 */
const isUsedAt = (subscriptionId: SQL, now: SQL): SQL => sql`(EXISTS (SELECT 1 FROM ${subscriptionEntries}
		LEFT JOIN ${sessionBookings} ON ${sessionBookings.id} = ${subscriptionEntries.bookingId}
		WHERE ${subscriptionEntries.subscriptionId} = ${subscriptionId} AND ${subscriptionEntries.returnedAt} IS NULL
			AND (${subscriptionEntries.bookingId} IS NULL OR ${now} > ${sessionBookings.startsAt} - ${FREE_CANCELLATION_MS}))
	OR EXISTS (SELECT 1 FROM ${sessionBookings} JOIN ${planSessions} ON ${planSessions.id} = ${sessionBookings.sessionId}
		WHERE ${sessionBookings.subscriptionId} = ${subscriptionId} AND ${planSessions.calledOffAt} IS NULL
			AND ${sessionBookings.cancelledAt} > ${sessionBookings.startsAt} - ${FREE_CANCELLATION_MS}))`

const used = preparedRead(
	sql`SELECT ${isUsedAt(sql`${subscriptions.id}`, sql`${actorAsked.at}`)} AS is_used FROM ${subscriptions}
		WHERE ${subscriptions.id} = ${asked} AND ${subscriptions.userId} = ${actorUserId(actorAsked)}`,
	only(flag('is_used')),
)

/** Pausing, resuming and cancelling what the customer who is signed in holds, and the places that go with it. */
export function createSubscriptionChangeRepository(read: Database['read']) {
	return {
		/** Places ahead in sessions, of a period and of those after it, the next one first. */
		placesOfPeriods: (actor: Actor, subscriptionId: string) => read(places({ ...actor, subscriptionId })),

		/** Whether anything of it was used (D46). */
		async isUsed(actor: Actor, subscriptionId: string): Promise<boolean> {
			const [found] = await read(used({ ...actor, subscriptionId }))
			return found ?? false
		},

		/**
		 * Changes a period of the actor from one state to another, and moves what was paid for after it as far as its end.
		 * Refuses its batch ('subscription_not_usable') where it is neither as it was read nor as it becomes; so a batch that
		 * is sent twice changes it once.
		 */
		changePeriod: (actor: Actor, before: StoredPeriod, after: StoredPeriod, reason: string | null = null) => {
			const isUnchanged = isAs(before)
			const isChanged = sql`(${isAs(after)} AND ${subscriptions.cancellationReason} IS ${reason})`
			const shiftMs = after.endsAt - before.endsAt
			const statements: Statement[] = [
				refuseWhen(
					'subscription_not_usable',
					sql`NOT EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.userId} = ${actorUserId(actor)}
						AND (${isUnchanged} OR ${isChanged}))`,
				),
			]
			if (shiftMs !== 0)
				statements.push(
					rawWrite(sql`UPDATE ${subscriptions} SET starts_at = starts_at + ${shiftMs}, ends_at = ends_at + ${shiftMs}
						WHERE ${subscriptions.id} IN ${laterPeriods(sql`${before.id}`)}
							AND EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${isUnchanged})`),
				)
			const { endsAt, pausedAt, resumesAt, pauseCount, cancelledAt } = after
			statements.push(
				builtWrite(
					build
						.update(subscriptions)
						.set({ endsAt, pausedAt, resumesAt, pauseCount, cancelledAt, cancellationReason: reason })
						.where(isUnchanged),
				),
			)
			return statements
		},

		/** Refuses its batch where a place was booked in these periods that is not among those that were read. */
		requireNoOtherPlaces: (
			periodIds: readonly string[],
			placeIds: readonly string[],
			now: Instant,
		): Statement<number> =>
			refuseWhen(
				'subscription_not_usable',
				sql`EXISTS (SELECT 1 FROM ${sessionBookings}
					WHERE ${sessionBookings.subscriptionId} IN (SELECT value FROM json_each(${JSON.stringify(periodIds)}))
						AND ${sessionBookings.status} = 'booked' AND ${sessionBookings.startsAt} > ${now}
						AND ${sessionBookings.id} NOT IN (SELECT value FROM json_each(${JSON.stringify(placeIds)})))`,
			),

		/** Refuses its batch where money would go back for a period of which an entry was used since it was read (D46). */
		requireUseAsSeen: ({ id }: StoredPeriod, isRefundable: boolean, now: Instant): Statement<number> =>
			refuseWhen(
				'subscription_not_usable',
				isRefundable
					? sql`${isUsedAt(sql`${id}`, sql`${now}`)} AND EXISTS (SELECT 1 FROM ${subscriptions}
						WHERE ${subscriptions.id} = ${id} AND ${subscriptions.cancelledAt} IS NULL)`
					: sql`0`,
			),

		/** Gives up a place. Its entry is returned before, where `isPlaceBooked` still holds. */
		giveUpPlace: (placeId: string, by: PlaceEnding, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(sessionBookings)
					.set({ status: 'cancelled', cancelledAt: now, cancelledBy: by })
					.where(sql`${sessionBookings.id} = ${placeId} AND ${sessionBookings.status} = 'booked'`),
			),

		/** True in a batch while the place is booked. */
		isPlaceBooked: (placeId: string): SQL =>
			sql`EXISTS (SELECT 1 FROM ${sessionBookings} WHERE ${sessionBookings.id} = ${placeId} AND ${sessionBookings.status} = 'booked')`,

		/** True in a batch once `giveUpPlace` of the same instant has given it up. */
		isPlaceGivenUp: (placeId: string, by: PlaceEnding, now: Instant): SQL =>
			sql`EXISTS (SELECT 1 FROM ${sessionBookings} WHERE ${sessionBookings.id} = ${placeId}
				AND ${sessionBookings.cancelledBy} = ${by} AND ${sessionBookings.cancelledAt} = ${now})`,

		/** Whoever waited with it for a session that begins before an instant waits no more. */
		endWaits: (actor: Actor, subscriptionId: string, beforeAt: Instant): Statement<number> =>
			builtWrite(
				build
					.update(sessionWaits)
					.set({ endedAt: actor.at, endedBy: 'plan' })
					.where(
						sql`${sessionWaits.userId} = ${actorUserId(actor)} AND ${sessionWaits.endedAt} IS NULL
							AND ${sessionWaits.subscriptionId} = ${subscriptionId} AND ${sessionWaits.sessionId} IN
								(SELECT ${planSessions.id} FROM ${planSessions} WHERE ${planSessions.id} = ${sessionWaits.sessionId}
									AND ${planSessions.startsAt} < ${beforeAt})`,
					),
			),

		/** Switches the renewal of a subscription of the actor that is not over; changes no row of any other. */
		setAutoRenews: (actor: Actor, subscriptionId: string, autoRenews: boolean): Statement<number> =>
			builtWrite(
				build
					.update(subscriptions)
					.set({ autoRenews })
					.where(
						sql`${subscriptions.id} = ${subscriptionId} AND ${subscriptions.userId} = ${actorUserId(actor)}
							AND ${subscriptions.cancelledAt} IS NULL AND ${subscriptions.endsAt} > ${actor.at}`,
					),
			),
	}
}

function isAs({ id, startsAt, endsAt, pausedAt, resumesAt, cancelledAt, pauseCount }: StoredPeriod): SQL {
	return sql`(${subscriptions.id} = ${id} AND ${subscriptions.startsAt} = ${startsAt} AND ${subscriptions.endsAt} = ${endsAt}
		AND ${subscriptions.pausedAt} IS ${pausedAt} AND ${subscriptions.resumesAt} IS ${resumesAt}
		AND ${subscriptions.cancelledAt} IS ${cancelledAt} AND ${subscriptions.pauseCount} = ${pauseCount})`
}

export type SubscriptionChangeRepository = ReturnType<typeof createSubscriptionChangeRepository>
