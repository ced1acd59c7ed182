import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { WaitEnding } from '#app/kernel/vocabulary/subscriptions.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { pickColumns, rows } from '#db/row.server.ts'
import { shops } from '#db/schema/discovery.ts'
import { subscriptions } from '#db/schema/subscriptions.ts'
import { planSessions, sessionBookings, sessionWaits } from '#db/schema/subscriptions-sessions.ts'
import {
	first,
	insertFrom,
	placeholder,
	preparedRead,
	preparedSelect,
	rawWrite,
	updateWhere,
} from '#db/statement.server.ts'
import { hasEntryLeftIn, isUsableAt } from './entry-repository.server.ts'
import { joinSessionFacts, sessionFields } from './plan-session-repository.server.ts'
import { LAST_OFFER_MS, MAX_OFFERS, SEAT_OFFER_MS } from './waitlist.ts'

/** The oldest waits that one purge reads. */
const PURGED_AT_ONCE = 1_000

const nowPlaceholder = sql`${placeholder('now')}`

/** Neither taken nor held. */
function freeSeats(now: SQL | Instant): SQL {
	return sql`${planSessions.capacity} - (SELECT count(*) FROM ${sessionBookings} WHERE ${sessionBookings.sessionId} = ${planSessions.id}
			AND ${sessionBookings.status} <> 'cancelled')
		- (SELECT count(*) FROM ${sessionWaits} held WHERE held.session_id = ${planSessions.id} AND held.ended_at IS NULL
			AND held.offer_expires_at > ${now})`
}

/** Without a present offer, and with fewer than two passed ones. */
function isInLine(now: SQL | Instant): SQL {
	return sql`${sessionWaits.endedAt} IS NULL AND ${sessionWaits.offerCount} < ${MAX_OFFERS}
		AND coalesce(${sessionWaits.offerExpiresAt}, 0) <= ${now}`
}

/** The subscription covers the session's start, is neither over nor paused now, and has an entry left. */
function givesEntry(now: SQL | Instant): SQL {
	return sql`${isUsableAt(sql`${planSessions.startsAt}`)} AND ${subscriptions.endsAt} > ${now}
		AND NOT (coalesce(${subscriptions.pausedAt} <= ${now}, 0) AND ${subscriptions.resumesAt} > ${now})
		AND (${hasEntryLeftIn(sql`${planSessions.weekStartsAt}`)})`
}

/** Seats freed later are free for all (D49). */
function isOfferable(now: SQL | Instant): SQL {
	return sql`${planSessions.calledOffAt} IS NULL AND ${planSessions.startsAt} >= ${now} + ${LAST_OFFER_MS}`
}

const waitById = preparedSelect(
	rows({
		...sessionFields,
		...pickColumns(sessionWaits, 'offeredAt', 'offerExpiresAt', 'endedAt'),
		sessionId: planSessions.id,
	}),
	() => sql`FROM ${sessionWaits} JOIN ${planSessions} ON ${planSessions.id} = ${sessionWaits.sessionId} ${joinSessionFacts}
		WHERE ${sessionWaits.id} = ${placeholder('waitId')}`,
)

/** Scans all waits by their index: those of past sessions are purged. */
const sessionToOffer = rows({ sessionId: planSessions.id, timeZone: shops.timeZone })
const sessionsToOffer = preparedRead(
	() => sql`SELECT DISTINCT ${sessionToOffer.columns} FROM ${sessionWaits} CROSS JOIN ${planSessions}
			ON ${planSessions.id} = ${sessionWaits.sessionId}
		CROSS JOIN ${subscriptions} ON ${subscriptions.id} = ${sessionWaits.subscriptionId}
		CROSS JOIN ${shops} ON ${shops.id} = ${planSessions.shopId}
		WHERE ${sessionWaits.userId} > '' AND ${isInLine(nowPlaceholder)} AND ${isOfferable(nowPlaceholder)}
			AND ${freeSeats(nowPlaceholder)} > 0 AND ${givesEntry(nowPlaceholder)}
		LIMIT ${placeholder('limit')}`,
	sessionToOffer.read,
)

export function createWaitRepository(read: Database['read']) {
	return {
		/**
		 * Holds free seats for the next in line with an entry left, 30 minutes each (D49). Belongs in each batch that frees
		 * a seat, before any statement that takes one. No change in quiet hours or within an hour of the start.
		 */
		offerFreeSeats: (
			sessionId: string,
			{ isQuiet, now }: { isQuiet: boolean; now: Instant },
		): Statement<number> =>
			rawWrite(sql`UPDATE ${sessionWaits} SET offer_count = offer_count + 1, offered_at = ${now}, offer_expires_at = ${now + SEAT_OFFER_MS}
				WHERE ${!isQuiet ? sql`1` : sql`0`} AND id IN (SELECT ${sessionWaits.id} FROM ${sessionWaits}
					JOIN ${planSessions} ON ${planSessions.id} = ${sessionWaits.sessionId}
					JOIN ${subscriptions} ON ${subscriptions.id} = ${sessionWaits.subscriptionId}
					WHERE ${sessionWaits.sessionId} = ${sessionId} AND ${isInLine(now)} AND ${isOfferable(now)} AND ${givesEntry(now)}
					ORDER BY ${sessionWaits.offerCount}, ${sessionWaits.joinedAt}, ${sessionWaits.id}
					LIMIT max(0, (SELECT ${freeSeats(now)} FROM ${planSessions} WHERE ${planSessions.id} = ${sessionId})))`),

		/**
		 * Refuses its batch ('wait_not_needed') where a seat is free, the session has begun or the customer has a place.
		 * Also ('subscription_not_usable') where the subscription gives no entry.
		 */
		join: (wait: {
			id: string
			sessionId: string
			subscriptionId: string
			userId: string
			now: Instant
		}): Statement[] => {
			const isWaiting = sql`EXISTS (SELECT 1 FROM ${sessionWaits} WHERE ${sessionWaits.id} = ${wait.id})`
			return [
				// After two passed offers the customer joins again at the end.
				updateWhere(
					sessionWaits,
					{ endedAt: wait.now, endedBy: 'left' },
					sql`${sessionWaits.sessionId} = ${wait.sessionId} AND ${sessionWaits.userId} = ${wait.userId} AND ${sessionWaits.endedAt} IS NULL
						AND ${sessionWaits.offerCount} >= ${MAX_OFFERS} AND ${sessionWaits.offerExpiresAt} <= ${wait.now}`,
				),
				refuseWhen(
					'wait_not_needed',
					sql`NOT ${isWaiting} AND NOT EXISTS (SELECT 1 FROM ${planSessions} WHERE ${planSessions.id} = ${wait.sessionId}
						AND ${planSessions.calledOffAt} IS NULL AND ${planSessions.startsAt} > ${wait.now} AND ${freeSeats(wait.now)} <= 0
						AND NOT EXISTS (SELECT 1 FROM ${sessionBookings} WHERE ${sessionBookings.sessionId} = ${planSessions.id}
							AND ${sessionBookings.userId} = ${wait.userId} AND ${sessionBookings.status} <> 'cancelled'))`,
				),
				insertFrom(
					sessionWaits,
					{
						id: wait.id,
						sessionId: wait.sessionId,
						subscriptionId: wait.subscriptionId,
						userId: wait.userId,
						joinedAt: wait.now,
					},
					sql`FROM ${planSessions} JOIN ${subscriptions} ON ${subscriptions.planId} = ${planSessions.planId}
						WHERE ${planSessions.id} = ${wait.sessionId} AND ${subscriptions.id} = ${wait.subscriptionId}
							AND ${subscriptions.userId} = ${wait.userId} AND ${givesEntry(wait.now)} AND NOT ${isWaiting}`,
				),
				refuseWhen('subscription_not_usable', sql`NOT ${isWaiting}`),
			]
		},

		/** A seat held for the actor becomes free. */
		leave: (actor: Actor, sessionId: string): Statement<number> =>
			updateWhere(
				sessionWaits,
				{ endedAt: actor.at, endedBy: 'left' },
				sql`${sessionWaits.sessionId} = ${sessionId} AND ${sessionWaits.userId} = ${actorUserId(actor)} AND ${sessionWaits.endedAt} IS NULL
					AND ${sessionWaits.joinedAt} <= ${actor.at}`,
			),

		/** Ends the waits of a session or a subscription where `isDue` holds. */
		endWaits: (
			where: { sessionId: string; userId?: string } | { subscriptionId: string },
			endedBy: WaitEnding,
			{ isDue = sql`1`, now }: { isDue?: SQL; now: Instant },
		): Statement<number> =>
			updateWhere(
				sessionWaits,
				{ endedAt: now, endedBy },
				sql`${
					'subscriptionId' in where
						? sql`${sessionWaits.subscriptionId} = ${where.subscriptionId}`
						: sql`${sessionWaits.sessionId} = ${where.sessionId}`
				}${'userId' in where ? sql` AND ${sessionWaits.userId} = ${where.userId}` : sql``} AND ${sessionWaits.endedAt} IS NULL AND ${isDue}`,
			),

		/** Sessions with a free seat that belongs to the line. */
		sessionsToOffer: (now: Instant, limit: number): Promise<{ sessionId: string; timeZone: string }[]> =>
			read(sessionsToOffer({ now, limit })),

		waitToMail: (waitId: string) => first(read(waitById({ waitId }))),

		/** Of begun sessions, among the oldest waits: sessions are at most a month ahead. */
		purgeOfSessionsBefore: (startedBefore: Instant): Statement<number> =>
			rawWrite(sql`DELETE FROM ${sessionWaits} WHERE rowid IN (
				SELECT oldest.wait FROM (SELECT rowid AS wait, session_id FROM ${sessionWaits} WHERE rowid > 0 ORDER BY rowid LIMIT ${PURGED_AT_ONCE}) oldest
				JOIN ${planSessions} ON ${planSessions.id} = oldest.session_id WHERE ${planSessions.startsAt} <= ${startedBefore})`),
	}
}
