import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
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
	subscriptionUsage,
} from '#db/schema/subscriptions.ts'
import { build, builtWrite, insertFrom, preparedRead, rawWrite } from '#db/statement.server.ts'
import { countedEntries, isUsableAt } from './entry-repository.server.ts'
import { FREE_CANCELLATION_MS } from './session-cancellation.ts'
import type { SubscriptionTimes } from './subscription-state.ts'

/** A period as it is stored, as far as pausing and cancelling change it. */
export type StoredPeriod = SubscriptionTimes & { id: string; pauseCount: number }

/** When a period that was paid for after another one runs. */
export type LaterPeriod = { id: string; startsAt: Instant; endsAt: Instant }
export type MovedPeriod = { before: LaterPeriod; after: LaterPeriod }

/** The periods that were paid for after one, each going on from the one before, also from one that was cancelled. */
function laterPeriods(subscriptionId: SQL): SQL {
	return sql`(WITH RECURSIVE later(id) AS (
		SELECT ${subscriptions.id} FROM ${subscriptions} WHERE ${subscriptions.renewsSubscriptionId} = ${subscriptionId}
		UNION ALL SELECT ${subscriptions.id} FROM later CROSS JOIN ${subscriptions}
			ON ${subscriptions.renewsSubscriptionId} = later.id) SELECT id FROM later)`
}

/** A period and those after it. */
function periodsFrom(subscriptionId: string): SQL {
	return sql`(SELECT ${subscriptionId} UNION ALL SELECT id FROM ${laterPeriods(sql`${subscriptionId}`)})`
}

/** The places ahead that a period, and those after it, no longer let in, as they are at this place of the batch. */
function lostPlaces(subscriptionId: string, now: Instant): SQL {
	return sql`SELECT ${sessionBookings.id} FROM ${subscriptions} CROSS JOIN ${sessionBookings}
			ON ${sessionBookings.subscriptionId} = ${subscriptions.id}
		WHERE ${subscriptions.id} IN ${periodsFrom(subscriptionId)} AND ${sessionBookings.status} = 'booked'
			AND ${sessionBookings.startsAt} > ${now} AND NOT ${isUsableAt(sql`${sessionBookings.startsAt}`)}`
}

const asked = sql`${sql.placeholder('subscriptionId')}`

const periodColumns = sql`${subscriptions.id} AS period_id, ${subscriptions.startsAt}, ${subscriptions.endsAt},
	${subscriptions.pausedAt}, ${subscriptions.resumesAt}, ${subscriptions.cancelledAt}`
const period = decode({
	id: text('period_id'),
	startsAt: integer('starts_at'),
	endsAt: integer('ends_at'),
	pausedAt: nullable(integer('paused_at')),
	resumesAt: nullable(integer('resumes_at')),
	cancelledAt: nullable(integer('cancelled_at')),
})

const places = preparedRead(
	sql`SELECT ${sessionBookings.id}, ${sessionBookings.sessionId}, ${sessionBookings.startsAt} AS place_starts_at,
			${subscriptionPlans.title}, ${periodColumns}
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
		period,
	}),
)
export type PlaceToGiveUp = Awaited<
	ReturnType<ReturnType<typeof createSubscriptionChangeRepository>['placesOfPeriods']>
>[number]

const later = preparedRead(
	sql`SELECT ${subscriptions.id}, ${subscriptions.startsAt}, ${subscriptions.endsAt} FROM ${subscriptions}
		WHERE ${subscriptions.id} IN ${laterPeriods(asked)} AND ${subscriptions.cancelledAt} IS NULL
			AND ${subscriptions.userId} = ${actorUserId(actorAsked)}`,
	decode({ id: text('id'), startsAt: integer('starts_at'), endsAt: integer('ends_at') }),
)

const toWaitOfPeriod = decode({
	id: text('id'),
	sessionId: text('session_id'),
	startsAt: integer('session_starts_at'),
	title: text('title'),
	/** Until when a seat is held for them; null where none is. */
	offerExpiresAt: nullable(integer('offer_expires_at')),
	period,
})
/** A line in which a customer waits with a period, or with one after it. */
export type WaitToEnd = ReturnType<typeof toWaitOfPeriod>

const waits = preparedRead(
	sql`SELECT ${sessionWaits.id}, ${sessionWaits.sessionId}, ${planSessions.startsAt} AS session_starts_at, ${subscriptionPlans.title},
			${sessionWaits.offerExpiresAt}, ${periodColumns}
		FROM (SELECT ${asked} AS id UNION ALL SELECT id FROM ${laterPeriods(asked)}) period
		CROSS JOIN ${subscriptions} ON ${subscriptions.id} = period.id
		CROSS JOIN ${sessionWaits} ON ${sessionWaits.userId} = ${subscriptions.userId} AND ${sessionWaits.endedAt} IS NULL
			AND ${sessionWaits.subscriptionId} = ${subscriptions.id}
		JOIN ${planSessions} ON ${planSessions.id} = ${sessionWaits.sessionId}
		JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
		WHERE ${subscriptions.userId} = ${actorUserId(actorAsked)} AND ${planSessions.startsAt} > ${actorAsked.at}
		ORDER BY ${planSessions.startsAt}`,
	toWaitOfPeriod,
)

/**
 * An entry was used by a visit, or by a place that was not given up in time. One that came back too late for free was
 * used as well, unless the shop called the session off (D46).
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

		/** The periods of the actor that were paid for after one and are not cancelled. */
		periodsAfter: (actor: Actor, subscriptionId: string): Promise<LaterPeriod[]> =>
			read(later({ ...actor, subscriptionId })),

		/** The lines in which the actor waits with a period, or with those after it, the next session first. */
		waitsOfPeriods: (actor: Actor, subscriptionId: string) => read(waits({ ...actor, subscriptionId })),

		/** Whether anything of it was used (D46). */
		async isUsed(actor: Actor, subscriptionId: string): Promise<boolean> {
			const [found] = await read(used({ ...actor, subscriptionId }))
			return found ?? false
		},

		/**
		 * First in its batch: changes a period of the actor from one state to another, and moves the paid periods after
		 * it. Refuses the batch ('subscription_not_usable') where it is neither as it was read nor as it becomes, and
		 * where another period goes on from it than those that were read; so a batch that is sent twice changes it once.
		 */
		changePeriod(
			actor: Actor,
			{
				before,
				after,
				moved = [],
			}: { before: StoredPeriod; after: StoredPeriod; moved?: readonly MovedPeriod[] },
			reason: string | null = null,
		): Statement[] {
			const isUnchanged = isAs(before)
			const isChanged = sql`(${isAs(after)} AND ${subscriptions.cancellationReason} IS ${reason})`
			const { endsAt, pausedAt, resumesAt, pauseCount, cancelledAt } = after
			return [
				refuseWhen(
					'subscription_not_usable',
					sql`NOT EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.userId} = ${actorUserId(actor)}
						AND (${isUnchanged} OR ${isChanged}))`,
				),
				...(endsAt === before.endsAt
					? []
					: [
							refuseWhen(
								'subscription_not_usable',
								sql`EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.id} IN ${laterPeriods(sql`${before.id}`)}
									AND ${subscriptions.cancelledAt} IS NULL AND NOT ${isAmong(moved.map((period) => period.before))}
									AND NOT ${isAmong(moved.map((period) => period.after))})`,
							),
							...moved.map((period) =>
								rawWrite(sql`UPDATE ${subscriptions} SET starts_at = ${period.after.startsAt}, ends_at = ${period.after.endsAt}
									WHERE id = ${period.before.id} AND cancelled_at IS NULL AND starts_at = ${period.before.startsAt}`),
							),
						]),
				builtWrite(
					build
						.update(subscriptions)
						.set({ endsAt, pausedAt, resumesAt, pauseCount, cancelledAt, cancellationReason: reason })
						.where(isUnchanged),
				),
			]
		},

		/**
		 * After `changePeriod`: refuses its batch ('subscription_not_usable') where it would lose a place that was booked
		 * after the read (F22).
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

		/** Refuses its batch where money would go back for a period of which an entry was used since it was read (D46). */
		requireUseAsSeen: ({ id }: StoredPeriod, isRefundable: boolean, now: Instant): Statement<number> =>
			refuseWhen(
				'subscription_not_usable',
				isRefundable
					? sql`${isUsedAt(sql`${id}`, sql`${now}`)} AND EXISTS (SELECT 1 FROM ${subscriptions}
						WHERE ${subscriptions.id} = ${id} AND ${subscriptions.cancelledAt} IS NULL)`
					: sql`0`,
			),

		/**
		 * After what changed a period or ended it: every place ahead that it no longer lets in is given up, whenever it was
		 * booked (F17), and a line of its usage says so. Entries come back with the end of a plan, and with a pause by D11.
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
			// Later periods come after it in the history, so that its numbers go down line by line.
			const after = sql`(${countedEntries(sql`${sessionBookings.subscriptionId}`)} + (SELECT count(*) FROM ${sessionBookings} next
				JOIN ${subscriptionEntries} returned ON returned.booking_id = next.id AND returned.returned_at = ${now}
				WHERE next.subscription_id = ${sessionBookings.subscriptionId} AND ${isGivenUp('next')}
					AND (next.starts_at, next.id) > (${sessionBookings.startsAt}, ${sessionBookings.id})))`
			return [
				builtWrite(
					build
						.update(sessionBookings)
						.set({ status: 'cancelled', cancelledAt: now, cancelledBy: by })
						.where(sql`${sessionBookings.id} IN (${lostPlaces(subscriptionId, now)})`),
				),
				builtWrite(
					build
						.update(subscriptionEntries)
						.set({ returnedAt: now })
						.where(
							sql`${subscriptionEntries.returnedAt} IS NULL AND ${subscriptionEntries.bookingId} IN (SELECT ${sessionBookings.id}
								FROM ${sessionBookings} WHERE ${isGivenUp('session_bookings')} ${freeUntil})`,
						),
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

		/** After what changed a period or ended it: no one waits with it for a session that it no longer lets in. */
		endLostWaits: (subscriptionId: string, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(sessionWaits)
					.set({ endedAt: now, endedBy: 'plan' })
					.where(
						// By the account, for which waits have an index.
						sql`${sessionWaits.userId} = (SELECT ${subscriptions.userId} FROM ${subscriptions} WHERE ${subscriptions.id} = ${subscriptionId})
							AND ${sessionWaits.endedAt} IS NULL AND ${sessionWaits.subscriptionId} IN ${periodsFrom(subscriptionId)}
							AND NOT EXISTS (SELECT 1 FROM ${subscriptions} JOIN ${planSessions} ON ${planSessions.id} = ${sessionWaits.sessionId}
								WHERE ${subscriptions.id} = ${sessionWaits.subscriptionId} AND ${isUsableAt(sql`${planSessions.startsAt}`)})`,
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

/** True of a row that is stored as one of these. */
function isAmong(periods: readonly LaterPeriod[]): SQL {
	const rows = JSON.stringify(periods.map(({ id, startsAt, endsAt }) => [id, startsAt, endsAt]))
	return sql`((${subscriptions.id}, ${subscriptions.startsAt}, ${subscriptions.endsAt}) IN
		(SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${rows})))`
}

function isAs({ id, startsAt, endsAt, pausedAt, resumesAt, cancelledAt, pauseCount }: StoredPeriod): SQL {
	return sql`(${subscriptions.id} = ${id} AND ${subscriptions.startsAt} = ${startsAt} AND ${subscriptions.endsAt} = ${endsAt}
		AND ${subscriptions.pausedAt} IS ${pausedAt} AND ${subscriptions.resumesAt} IS ${resumesAt}
		AND ${subscriptions.cancelledAt} IS ${cancelledAt} AND ${subscriptions.pauseCount} = ${pauseCount})`
}

export type SubscriptionChangeRepository = ReturnType<typeof createSubscriptionChangeRepository>
