import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { entryKinds } from '#app/kernel/vocabulary/subscriptions.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorAsked, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { decode, integer, json, nullable, optional, text, word } from '#db/row.server.ts'
import { shops, staffMembers } from '#db/schema/discovery.ts'
import {
	planSessions,
	sessionBookings,
	sessionWaits,
	subscriptionEntries,
	subscriptionPlans,
	subscriptions,
} from '#db/schema/subscriptions.ts'
import { build, builtWrite, preparedRead } from '#db/statement.server.ts'
import { MAX_OFFERS } from './waitlist.ts'

const { placeholder } = sql
const me = actorUserId(actorAsked)

/** The public part of a session: its plan, its shop, its instructor. */
export const sessionFacts = sql`${planSessions.id} AS session_id, ${planSessions.startsAt} AS session_starts_at,
	${planSessions.durationMinutes}, ${planSessions.calledOffAt}, ${subscriptionPlans.title} AS plan_title,
	${shops.id} AS shop_id, ${shops.name} AS shop_name, ${shops.timeZone}, ${shops.address}, ${shops.area}, ${shops.city},
	${staffMembers.firstName} AS staff_first_name, ${staffMembers.lastName} AS staff_last_name`
export const joinSessionFacts = sql`JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${planSessions.planId}
	JOIN ${shops} ON ${shops.id} = ${planSessions.shopId}
	LEFT JOIN ${staffMembers} ON ${staffMembers.id} = ${planSessions.staffMemberId}`
const toShop = decode({
	id: text('shop_id'),
	name: text('shop_name'),
	timeZone: text('time_zone'),
	address: text('address'),
	area: text('area'),
	city: text('city'),
})
export const toSessionFacts = {
	startsAt: integer('session_starts_at'),
	durationMinutes: integer('duration_minutes'),
	calledOffAt: nullable(integer('called_off_at')),
	planTitle: text('plan_title'),
	shop: toShop,
	staff: optional(
		'staff_first_name',
		decode({ firstName: text('staff_first_name'), lastName: text('staff_last_name') }),
	),
}

/** The customers who are offered a seat before this one: a customer who let one pass goes behind all others (D49). */
const aheadInLine = sql`(SELECT count(*) FROM ${sessionWaits} other WHERE other.session_id = ${sessionWaits.sessionId}
	AND other.ended_at IS NULL AND other.offer_count < ${MAX_OFFERS}
	AND coalesce(other.offer_expires_at, 0) <= ${placeholder('at')}
	AND (other.offer_count, other.joined_at, other.id) < (${sessionWaits.offerCount}, ${sessionWaits.joinedAt}, ${sessionWaits.id}))`

/** Taken, or held for another customer. */
const seatsTaken = sql`(SELECT count(*) FROM ${sessionBookings} WHERE ${sessionBookings.sessionId} = ${planSessions.id}
		AND ${sessionBookings.status} <> 'cancelled')
	+ (SELECT count(*) FROM ${sessionWaits} held WHERE held.session_id = ${planSessions.id} AND held.ended_at IS NULL
		AND held.offer_expires_at > ${placeholder('at')} AND held.user_id IS NOT ${me})`

const selectSession = sql`SELECT ${sessionFacts}, ${planSessions.planId}, ${planSessions.weekStartsAt}, ${planSessions.capacity},
		${seatsTaken} AS seats_taken, ${sessionBookings.id} AS own_booking_id, ${sessionBookings.bookedAt} AS own_booked_at, ${sessionWaits.id} AS wait_id,
		${sessionWaits.offerCount}, ${sessionWaits.offerExpiresAt},
		CASE WHEN ${sessionWaits.id} IS NULL THEN 0 ELSE ${aheadInLine} END AS ahead
	FROM ${planSessions} ${joinSessionFacts}
	LEFT JOIN ${sessionBookings} ON ${sessionBookings.sessionId} = ${planSessions.id} AND ${sessionBookings.userId} = ${me}
		AND ${sessionBookings.status} <> 'cancelled'
	LEFT JOIN ${sessionWaits} ON ${sessionWaits.sessionId} = ${planSessions.id} AND ${sessionWaits.userId} = ${me}
		AND ${sessionWaits.endedAt} IS NULL`

const toSession = decode({
	id: text('session_id'),
	...toSessionFacts,
	planId: text('plan_id'),
	weekStartsAt: integer('week_starts_at'),
	capacity: integer('capacity'),
	seatsTaken: integer('seats_taken'),
	ownBookingId: nullable(text('own_booking_id')),
	ownBookedAt: nullable(integer('own_booked_at')),
	wait: optional(
		'wait_id',
		decode({
			id: text('wait_id'),
			offerCount: integer('offer_count'),
			offerExpiresAt: nullable(integer('offer_expires_at')),
			ahead: integer('ahead'),
		}),
	),
})
/** A session as one customer sees it: with their own place, or their wait for one. */
export type PlanSession = ReturnType<typeof toSession>

/** The plans that a customer holds a subscription of that is not over. */
const heldPlans = sql`(SELECT ${subscriptions.planId} FROM ${subscriptions} WHERE ${subscriptions.userId} = ${me}
	AND ${subscriptions.endsAt} > ${placeholder('at')} AND ${subscriptions.cancelledAt} IS NULL)`

const sessionsAhead = preparedRead(
	sql`${selectSession} WHERE ${planSessions.planId} IN ${heldPlans}
			AND (${placeholder('planId')} = '' OR ${planSessions.planId} = ${placeholder('planId')})
			AND ${planSessions.startsAt} > ${placeholder('at')} AND ${planSessions.startsAt} < ${placeholder('endAt')}
			AND ${planSessions.startsAt} >= ${placeholder('afterAt')}
			AND (${planSessions.startsAt} > ${placeholder('afterAt')} OR ${planSessions.id} > ${placeholder('afterId')})
			AND ${planSessions.calledOffAt} IS NULL
		ORDER BY ${planSessions.startsAt}, ${planSessions.id} LIMIT ${placeholder('limit')}`,
	toSession,
)

/** A session that one holds a subscription for, or has held one. */
const oneSession = preparedRead(
	sql`${selectSession} WHERE ${planSessions.id} = ${placeholder('sessionId')} AND EXISTS (SELECT 1 FROM ${subscriptions}
		WHERE ${subscriptions.userId} = ${me} AND ${subscriptions.planId} = ${planSessions.planId})`,
	toSession,
)

const subscriptionColumns = sql`${subscriptions.id}, ${subscriptions.planId}, ${subscriptions.userId}, ${subscriptionPlans.title} AS plan_title,
	${shops.name} AS shop_name, ${shops.timeZone}, ${subscriptions.entryKind}, ${subscriptions.totalVisitsAllowed},
	${subscriptions.maxEntriesPerWeek}, ${subscriptions.startsAt}, ${subscriptions.endsAt}, ${subscriptions.pausedAt},
	${subscriptions.resumesAt}, ${subscriptions.cancelledAt},
	(SELECT json_group_object(CAST(week AS text), used) FROM (SELECT ${subscriptionEntries.weekStartsAt} AS week, count(*) AS used
		FROM ${subscriptionEntries} WHERE ${subscriptionEntries.subscriptionId} = ${subscriptions.id}
			AND ${subscriptionEntries.returnedAt} IS NULL GROUP BY ${subscriptionEntries.weekStartsAt})) AS entries_by_week,
	(SELECT count(*) FROM ${sessionBookings} WHERE ${sessionBookings.subscriptionId} = ${subscriptions.id}
		AND ${sessionBookings.startsAt} > ${placeholder('at')} AND ${sessionBookings.status} = 'booked') AS places_ahead`
const fromSubscriptions = sql`FROM ${subscriptions} JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
	JOIN ${shops} ON ${shops.id} = ${subscriptions.shopId}`
const toSubscription = decode({
	id: text('id'),
	planId: text('plan_id'),
	userId: text('user_id'),
	planTitle: text('plan_title'),
	shopName: text('shop_name'),
	timeZone: text('time_zone'),
	entryKind: word('entry_kind', entryKinds),
	totalVisitsAllowed: nullable(integer('total_visits_allowed')),
	maxEntriesPerWeek: nullable(integer('max_entries_per_week')),
	startsAt: integer('starts_at'),
	endsAt: integer('ends_at'),
	pausedAt: nullable(integer('paused_at')),
	resumesAt: nullable(integer('resumes_at')),
	cancelledAt: nullable(integer('cancelled_at')),
	entriesByWeek: json<Record<string, number>>('entries_by_week'),
	placesAhead: integer('places_ahead'),
})
/** A subscription that sessions may be booked with, and what of it is taken. */
export type SessionSubscription = ReturnType<typeof toSubscription>

const heldSubscriptions = preparedRead(
	sql`SELECT ${subscriptionColumns} ${fromSubscriptions} WHERE ${subscriptions.userId} = ${me}
			AND ${subscriptions.endsAt} > ${placeholder('at')} AND ${subscriptions.cancelledAt} IS NULL
		ORDER BY ${subscriptions.endsAt}, ${subscriptions.id}`,
	toSubscription,
)

/** Those of the session's plan, the ones that are over last: they tell why it cannot be booked. */
const subscriptionsOfSession = preparedRead(
	sql`SELECT ${subscriptionColumns} ${fromSubscriptions} WHERE ${subscriptions.userId} = ${me}
			AND ${subscriptions.planId} = (SELECT ${planSessions.planId} FROM ${planSessions} WHERE ${planSessions.id} = ${placeholder('sessionId')})
		ORDER BY ${subscriptions.cancelledAt} IS NOT NULL OR ${subscriptions.endsAt} <= ${placeholder('at')}, ${subscriptions.endsAt}, ${subscriptions.id}
		LIMIT 10`,
	toSubscription,
)

const plansWithSessions = preparedRead(
	sql`SELECT ${subscriptionPlans.id}, ${subscriptionPlans.title} AS plan_title, ${shops.name} AS shop_name FROM ${subscriptionPlans}
		JOIN ${shops} ON ${shops.id} = ${subscriptionPlans.shopId}
		WHERE ${subscriptionPlans.id} IN ${heldPlans} AND EXISTS (SELECT 1 FROM ${planSessions}
			WHERE ${planSessions.planId} = ${subscriptionPlans.id} AND ${planSessions.startsAt} > ${placeholder('at')}
				AND ${planSessions.startsAt} < ${placeholder('endAt')} AND ${planSessions.calledOffAt} IS NULL)
		ORDER BY ${subscriptionPlans.title}, ${subscriptionPlans.id}`,
	decode({ id: text('id'), title: text('plan_title'), shopName: text('shop_name') }),
)

const sessionToCallOff = preparedRead(
	sql`SELECT ${sessionFacts}, (SELECT count(*) FROM ${sessionBookings} WHERE ${sessionBookings.sessionId} = ${planSessions.id}
			AND ${sessionBookings.status} <> 'cancelled' AND ${sessionBookings.status} = 'booked') AS places
		FROM ${planSessions} ${joinSessionFacts} WHERE ${planSessions.id} = ${placeholder('sessionId')}`,
	decode({ ...toSessionFacts, places: integer('places') }),
)

export function createPlanSessionRepository(read: Database['read']) {
	return {
		/** Sessions of the plans that the actor holds, that begin before `endAt`, from a place in the list on. */
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

		/** The plans of the filter: only plans with sessions. */
		plansWithSessions: (actor: Actor, endAt: Instant) => read(plansWithSessions({ ...actor, endAt })),

		/** The actor's subscriptions that are not over, the one that ends first at the beginning. */
		heldSubscriptions: (actor: Actor): Promise<SessionSubscription[]> =>
			read(heldSubscriptions({ ...actor })),

		/** A session of a plan that the actor holds or has held; null for any other. */
		async session(actor: Actor, sessionId: string): Promise<PlanSession | null> {
			const [found] = await read(oneSession({ ...actor, sessionId }))
			return found ?? null
		},

		/** The actor's subscriptions of a session's plan. */
		subscriptionsOfSession: (actor: Actor, sessionId: string): Promise<SessionSubscription[]> =>
			read(subscriptionsOfSession({ ...actor, sessionId })),

		/** A session as its shop sees it, with the number of places that a call-off would end. */
		async sessionToCallOff(sessionId: string) {
			const [found] = await read(sessionToCallOff({ sessionId }))
			return found ?? null
		},

		/** Calls a session off, once. The statements that follow it in the batch ask `isCalledOffAt`. */
		callOff: (sessionId: string, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(planSessions)
					.set({ calledOffAt: now })
					.where(sql`${planSessions.id} = ${sessionId} AND ${planSessions.calledOffAt} IS NULL`),
			),
	}
}

/** Whether this very call-off is the one that took place. */
export function isCalledOffAt(sessionId: string, now: Instant): SQL {
	return sql`EXISTS (SELECT 1 FROM ${planSessions} WHERE ${planSessions.id} = ${sessionId} AND ${planSessions.calledOffAt} = ${now})`
}
