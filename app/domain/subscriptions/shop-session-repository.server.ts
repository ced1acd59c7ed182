import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Database } from '#db/client.server.ts'
import { instant, integer, nullable, rows, text } from '#db/row.server.ts'
import { staffMembers } from '#db/schema/discovery.ts'
import { profiles } from '#db/schema/identity.ts'
import { subscriptionPlans } from '#db/schema/subscriptions.ts'
import { planSessions, sessionBookings } from '#db/schema/subscriptions-sessions.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { preparedSelect } from '#db/statement.server.ts'

const { placeholder } = sql

const seatRow = rows({
	sessionId: text(planSessions.id),
	title: text(subscriptionPlans.title),
	startsAt: instant(planSessions.startsAt),
	durationMinutes: integer(planSessions.durationMinutes),
	capacity: integer(planSessions.capacity),
	calledOffAt: nullable(instant(planSessions.calledOffAt)),
	leader: nullable(text(staffMembers.firstName)),
	bookingId: nullable(text(sessionBookings.id)),
	status: nullable(text(sessionBookings.status)),
	firstName: nullable(text(profiles.firstName)),
	lastName: nullable(text(profiles.lastName)),
})
/** A session, and one of its customers, if any. */
export type ShopSeat = ReturnType<typeof seatRow.read>

const seatsBetween = preparedSelect<ShopSeat>(
	seatRow,
	() => sql`FROM ${subscriptionPlans} JOIN ${planSessions} ON ${planSessions.planId} = ${subscriptionPlans.id}
			AND ${planSessions.startsAt} >= ${placeholder('from')} AND ${planSessions.startsAt} < ${placeholder('until')}
		LEFT JOIN ${staffMembers} ON ${staffMembers.id} = ${planSessions.staffMemberId}
		LEFT JOIN ${sessionBookings} ON ${sessionBookings.sessionId} = ${planSessions.id} AND ${sessionBookings.status} <> 'cancelled'
		LEFT JOIN ${profiles} ON ${profiles.id} = ${sessionBookings.userId}
		WHERE ${subscriptionPlans.shopId} = ${callingShopId(shopCallerPlaceholders)}
		ORDER BY ${planSessions.startsAt}, ${planSessions.id}, ${profiles.firstName}, ${sessionBookings.id}`,
)

export function createShopSessionRepository(read: Database['read']) {
	return {
		/** Sessions of the caller's shop that begin in this time, with their customers. */
		seatsBetween: (
			{ secretHash, kind }: ShopCaller,
			{ from, until }: { from: Instant; until: Instant },
		): Promise<ShopSeat[]> => read(seatsBetween({ secretHash, kind, from, until })),
	}
}
