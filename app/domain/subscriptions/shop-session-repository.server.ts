import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { AccessKeyKind } from '#app/kernel/vocabulary/shops.ts'
import type { Database } from '#db/client.server.ts'
import { decode, integer, nullable, text } from '#db/row.server.ts'
import { staffMembers } from '#db/schema/discovery.ts'
import { profiles } from '#db/schema/identity.ts'
import { planSessions, sessionBookings, subscriptionPlans } from '#db/schema/subscriptions.ts'
import { callingShopId, shopCallerAsked } from '#db/shop-caller.server.ts'
import { preparedRead } from '#db/statement.server.ts'

const { placeholder } = sql

const toSeat = decode({
	sessionId: text('session_id'),
	title: text('title'),
	startsAt: integer('starts_at'),
	durationMinutes: integer('duration_minutes'),
	capacity: integer('capacity'),
	calledOffAt: nullable(integer('called_off_at')),
	leader: nullable(text('leader')),
	bookingId: nullable(text('booking_id')),
	status: nullable(text('status')),
	firstName: nullable(text('first_name')),
	lastName: nullable(text('last_name')),
})
/** A session, and one of its customers, if there is one. */
export type ShopSeat = ReturnType<typeof toSeat>

const seatsBetween = preparedRead<ShopSeat>(
	sql`SELECT ${planSessions.id} AS session_id, ${subscriptionPlans.title}, ${planSessions.startsAt} AS starts_at, ${planSessions.durationMinutes},
			${planSessions.capacity}, ${planSessions.calledOffAt}, ${staffMembers.firstName} AS leader, ${sessionBookings.id} AS booking_id,
			${sessionBookings.status}, ${profiles.firstName}, ${profiles.lastName}
		FROM ${subscriptionPlans} JOIN ${planSessions} ON ${planSessions.planId} = ${subscriptionPlans.id}
			AND ${planSessions.startsAt} >= ${placeholder('from')} AND ${planSessions.startsAt} < ${placeholder('until')}
		LEFT JOIN ${staffMembers} ON ${staffMembers.id} = ${planSessions.staffMemberId}
		LEFT JOIN ${sessionBookings} ON ${sessionBookings.sessionId} = ${planSessions.id} AND ${sessionBookings.status} <> 'cancelled'
		LEFT JOIN ${profiles} ON ${profiles.id} = ${sessionBookings.userId}
		WHERE ${subscriptionPlans.shopId} = ${callingShopId(shopCallerAsked)}
		ORDER BY ${planSessions.startsAt}, ${planSessions.id}, ${profiles.firstName}, ${sessionBookings.id}`,
	toSeat,
)

export function createShopSessionRepository(read: Database['read']) {
	return {
		/** The sessions of the shop of this key that begin in a stretch of time, with everybody who is booked. */
		seatsBetween: (
			{ secretHash, kind }: { secretHash: string; kind: AccessKeyKind },
			{ from, until }: { from: Instant; until: Instant },
		): Promise<ShopSeat[]> => read(seatsBetween({ secretHash, kind, from, until })),
	}
}
