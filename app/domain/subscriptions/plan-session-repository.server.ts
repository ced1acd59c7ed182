import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { instant, integer, json, nullable, pickColumns, rows, rowsOrNull, text } from '#db/row.server.ts'
import { shops, staffMembers } from '#db/schema/discovery.ts'
import { subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { subscriptionEntries } from '#db/schema/subscriptions-entries.ts'
import { planSessions, sessionBookings, sessionWaits } from '#db/schema/subscriptions-sessions.ts'
import { first, placeholder, preparedSelect, updateWhere } from '#db/statement.server.ts'
import { subscriptionLimits, subscriptionTimes } from './own-subscription-repository.server.ts'
import { MAX_OFFERS } from './waitlist.ts'

const me = actorUserId(actorPlaceholders)

export const joinSessionFacts = sql`JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${planSessions.planId}
	JOIN ${shops} ON ${shops.id} = ${planSessions.shopId}
	LEFT JOIN ${staffMembers} ON ${staffMembers.id} = ${planSessions.staffMemberId}`
export const sessionFields = {
	...pickColumns(planSessions, 'startsAt', 'durationMinutes', 'calledOffAt'),
	planTitle: subscriptionPlans.title,
	shop: rows(pickColumns(shops, 'id', 'name', 'timeZone', 'address', 'area', 'city', 'landmark', 'phone')),
	staff: rowsOrNull(
		'firstName',
		rows({ firstName: staffMembers.firstName, lastName: staffMembers.lastName }),
	),
}

/** How many customers get an offer before this one. A customer who let one pass goes behind all others (D49). */
const aheadInLine = sql`(SELECT count(*) FROM ${sessionWaits} other WHERE other.session_id = ${sessionWaits.sessionId}
	AND other.ended_at IS NULL AND other.offer_count < ${MAX_OFFERS}
	AND coalesce(other.offer_expires_at, 0) <= ${placeholder('at')}
	AND (other.offer_count, other.joined_at, other.id) < (${sessionWaits.offerCount}, ${sessionWaits.joinedAt}, ${sessionWaits.id}))`

/** Taken, or held for another customer. */
const seatsTaken = sql`(SELECT count(*) FROM ${sessionBookings} WHERE ${sessionBookings.sessionId} = ${planSessions.id}
		AND ${sessionBookings.status} <> 'cancelled')
	+ (SELECT count(*) FROM ${sessionWaits} held WHERE held.session_id = ${planSessions.id} AND held.ended_at IS NULL
		AND held.offer_expires_at > ${placeholder('at')} AND held.user_id IS NOT ${me})`

const fromSession = sql`FROM ${planSessions} ${joinSessionFacts}
	LEFT JOIN ${sessionBookings} ON ${sessionBookings.sessionId} = ${planSessions.id} AND ${sessionBookings.userId} = ${me}
		AND ${sessionBookings.status} <> 'cancelled'
	LEFT JOIN ${sessionWaits} ON ${sessionWaits.sessionId} = ${planSessions.id} AND ${sessionWaits.userId} = ${me}
		AND ${sessionWaits.endedAt} IS NULL`

const sessionRow = rows({
	id: planSessions.id,
	...sessionFields,
	...pickColumns(planSessions, 'planId', 'weekStartsAt', 'capacity'),
	seatsTaken: integer(seatsTaken),
	ownBookingId: nullable(text(sessionBookings.id)),
	ownBookedAt: nullable(instant(sessionBookings.bookedAt)),
	wait: rowsOrNull(
		'id',
		rows({
			...pickColumns(sessionWaits, 'id', 'offerCount', 'offerExpiresAt'),
			ahead: integer(sql`CASE WHEN ${sessionWaits.id} IS NULL THEN 0 ELSE ${aheadInLine} END`),
		}),
	),
})
/** A session with the customer's own place or wait. */
export type PlanSession = ReturnType<typeof sessionRow.read>

/** Plans with a running or coming subscription of the customer. */
const heldPlans = sql`(SELECT ${subscriptions.planId} FROM ${subscriptions} WHERE ${subscriptions.userId} = ${me}
	AND ${subscriptions.endsAt} > ${placeholder('at')} AND ${subscriptions.cancelledAt} IS NULL)`

const sessionsAhead = preparedSelect(
	sessionRow,
	() => sql`${fromSession} WHERE ${planSessions.planId} IN ${heldPlans}
			AND (${placeholder('planId')} = '' OR ${planSessions.planId} = ${placeholder('planId')})
			AND ${planSessions.startsAt} > ${placeholder('at')} AND ${planSessions.startsAt} < ${placeholder('endAt')}
			AND ${planSessions.startsAt} >= ${placeholder('afterAt')}
			AND (${planSessions.startsAt} > ${placeholder('afterAt')} OR ${planSessions.id} > ${placeholder('afterId')})
			AND ${planSessions.calledOffAt} IS NULL
		ORDER BY ${planSessions.startsAt}, ${planSessions.id} LIMIT ${placeholder('limit')}`,
)

/** Of a plan that the customer holds or has held. */
const oneSession = preparedSelect(
	sessionRow,
	() => sql`${fromSession} WHERE ${planSessions.id} = ${placeholder('sessionId')} AND EXISTS (SELECT 1 FROM ${subscriptions}
		WHERE ${subscriptions.userId} = ${me} AND ${subscriptions.planId} = ${planSessions.planId})`,
)
const fromSubscriptions = sql`FROM ${subscriptions} JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
	JOIN ${shops} ON ${shops.id} = ${subscriptions.shopId}`
const subscriptionRow = rows({
	...pickColumns(subscriptions, 'id', 'planId', 'userId'),
	planTitle: subscriptionPlans.title,
	shopName: shops.name,
	timeZone: shops.timeZone,
	...subscriptionLimits,
	...subscriptionTimes,
	entriesByWeek: json<
		Record<string, number>
	>(sql`(SELECT json_group_object(CAST(week AS text), used) FROM (SELECT ${subscriptionEntries.weekStartsAt} AS week, count(*) AS used
		FROM ${subscriptionEntries} WHERE ${subscriptionEntries.subscriptionId} = ${subscriptions.id}
			AND ${subscriptionEntries.returnedAt} IS NULL GROUP BY ${subscriptionEntries.weekStartsAt}))`),
	placesAhead:
		integer(sql`(SELECT count(*) FROM ${sessionBookings} WHERE ${sessionBookings.subscriptionId} = ${subscriptions.id}
			AND ${sessionBookings.startsAt} > ${placeholder('at')} AND ${sessionBookings.status} = 'booked')`),
})
/** A subscription for booking sessions, and its used entries. */
export type SessionSubscription = ReturnType<typeof subscriptionRow.read>

const heldSubscriptions = preparedSelect(
	subscriptionRow,
	() => sql`${fromSubscriptions} WHERE ${subscriptions.userId} = ${me}
			AND ${subscriptions.endsAt} > ${placeholder('at')} AND ${subscriptions.cancelledAt} IS NULL
		ORDER BY ${subscriptions.endsAt}, ${subscriptions.id}`,
)

/** Ended ones come last: they explain why the session cannot be booked. */
const subscriptionsOfSession = preparedSelect(
	subscriptionRow,
	() => sql`${fromSubscriptions} WHERE ${subscriptions.userId} = ${me}
			AND ${subscriptions.planId} = (SELECT ${planSessions.planId} FROM ${planSessions} WHERE ${planSessions.id} = ${placeholder('sessionId')})
		ORDER BY ${subscriptions.cancelledAt} IS NOT NULL OR ${subscriptions.endsAt} <= ${placeholder('at')}, ${subscriptions.endsAt}, ${subscriptions.id}
		LIMIT 10`,
)

const plansWithSessions = preparedSelect(
	rows({ id: subscriptionPlans.id, title: subscriptionPlans.title, shopName: shops.name }),
	() => sql`FROM ${subscriptionPlans} JOIN ${shops} ON ${shops.id} = ${subscriptionPlans.shopId}
		WHERE ${subscriptionPlans.id} IN ${heldPlans} AND EXISTS (SELECT 1 FROM ${planSessions}
			WHERE ${planSessions.planId} = ${subscriptionPlans.id} AND ${planSessions.startsAt} > ${placeholder('at')}
				AND ${planSessions.startsAt} < ${placeholder('endAt')} AND ${planSessions.calledOffAt} IS NULL)
		ORDER BY ${subscriptionPlans.title}, ${subscriptionPlans.id}`,
)

const sessionToCallOff = preparedSelect(
	rows({
		...sessionFields,
		places:
			integer(sql`(SELECT count(*) FROM ${sessionBookings} WHERE ${sessionBookings.sessionId} = ${planSessions.id}
				AND ${sessionBookings.status} <> 'cancelled' AND ${sessionBookings.status} = 'booked')`),
	}),
	() => sql`FROM ${planSessions} ${joinSessionFacts} WHERE ${planSessions.id} = ${placeholder('sessionId')}`,
)

export function createPlanSessionRepository(read: Database['read']) {
	return {
		/** Sessions of the actor's plans that begin before `endAt`, from a place in the list on. */
		listSessions: (
			actor: Actor,
			{
				planId,
				after,
				endAt,
				limit,
			}: {
				planId: string | null
				after: { at: Instant; id: string } | null
				endAt: Instant
				limit: number
			},
		): Promise<PlanSession[]> =>
			read(
				sessionsAhead({
					...actor,
					planId: planId ?? '',
					afterAt: after?.at ?? 0,
					afterId: after?.id ?? '',
					endAt,
					limit,
				}),
			),

		/** The filter lists only plans with sessions. */
		plansWithSessions: (actor: Actor, endAt: Instant) => read(plansWithSessions({ ...actor, endAt })),

		/** Not ended, the first to end first. */
		heldSubscriptions: (actor: Actor): Promise<SessionSubscription[]> =>
			read(heldSubscriptions({ ...actor })),

		/** Null unless the actor holds or has held its plan. */
		session: (actor: Actor, sessionId: string): Promise<PlanSession | null> =>
			first(read(oneSession({ ...actor, sessionId }))),

		subscriptionsOfSession: (actor: Actor, sessionId: string): Promise<SessionSubscription[]> =>
			read(subscriptionsOfSession({ ...actor, sessionId })),

		/** The shop's view, with the number of places that a call-off would end. */
		sessionToCallOff: (sessionId: string) => first(read(sessionToCallOff({ sessionId }))),

		/** Once. The next statements of the batch check `isCalledOffAt`. */
		callOff: (sessionId: string, now: Instant): Statement<number> =>
			updateWhere(
				planSessions,
				{ calledOffAt: now },
				sql`${planSessions.id} = ${sessionId} AND ${planSessions.calledOffAt} IS NULL`,
			),
	}
}

/** Whether this very call-off took place. */
export function isCalledOffAt(sessionId: string, now: Instant): SQL {
	return sql`EXISTS (SELECT 1 FROM ${planSessions} WHERE ${planSessions.id} = ${sessionId} AND ${planSessions.calledOffAt} = ${now})`
}
