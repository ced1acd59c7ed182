import { sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { describedRow } from '#db/described-row.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, instant, integer, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { shopClosedDays } from '#db/schema/availability.ts'
import { staffMembers } from '#db/schema/discovery.ts'
import { profiles } from '#db/schema/identity.ts'
import { subscriptionPlans } from '#db/schema/subscriptions.ts'
import { planSessions, sessionBookings, sessionWaits } from '#db/schema/subscriptions-sessions.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { first, insertNewRow, placeholder, preparedSelect, rawSelect } from '#db/statement.server.ts'
import { sessionTerms } from './plan-fields.ts'
import type { SessionFields } from './shop-plan-repository.server.ts'

export const SESSIONS_A_PAGE = 60

const ownSessionRow = rows({
	id: planSessions.id,
	planTitle: subscriptionPlans.title,
	leader: nullable(text(staffMembers.firstName)),
	startsAt: planSessions.startsAt,
	...describedRow(sessionTerms, planSessions),
	placesTaken:
		integer(sql`(SELECT count(*) FROM ${sessionBookings} WHERE ${sessionBookings.sessionId} = ${planSessions.id}
		AND ${sessionBookings.status} <> 'cancelled')`),
	waiting:
		integer(sql`(SELECT count(*) FROM ${sessionWaits} WHERE ${sessionWaits.sessionId} = ${planSessions.id}
		AND ${sessionWaits.endedAt} IS NULL)`),
	calledOffAt: planSessions.calledOffAt,
})
export type OwnSession = ReturnType<typeof ownSessionRow.read>

const joinLeader = sql`LEFT JOIN ${staffMembers} ON ${staffMembers.id} = ${planSessions.staffMemberId}`

const sessionsAhead = preparedSelect<OwnSession>(
	ownSessionRow,
	() => sql`FROM ${subscriptionPlans} CROSS JOIN ${planSessions} ON ${planSessions.planId} = ${subscriptionPlans.id}
			AND ${planSessions.startsAt} >= ${placeholder('from')}
		${joinLeader}
		WHERE ${subscriptionPlans.shopId} = ${callingShopId(shopCallerPlaceholders)} AND ${planSessions.calledOffAt} IS NULL
		ORDER BY ${planSessions.startsAt}, ${planSessions.id} LIMIT ${sql.raw(String(SESSIONS_A_PAGE + 1))}`,
)

const oneSession = preparedSelect<OwnSession>(
	ownSessionRow,
	() => sql`FROM ${planSessions} JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${planSessions.planId} ${joinLeader}
		WHERE ${planSessions.id} = ${placeholder('id')} AND ${planSessions.shopId} = ${callingShopId(shopCallerPlaceholders)}`,
)

const leaderRow = rows(pickColumns(staffMembers, 'id', 'firstName', 'lastName'))
const leadersOfShop = preparedSelect<ReturnType<typeof leaderRow.read>>(
	leaderRow,
	() => sql`FROM ${staffMembers} WHERE ${staffMembers.shopId} = ${callingShopId(shopCallerPlaceholders)} AND ${staffMembers.isActive} = 1
		ORDER BY ${staffMembers.firstName}, ${staffMembers.lastName}, ${staffMembers.id}`,
)

/** A series to make. Its own sessions never conflict with it. */
type Series = {
	shopId: string
	staffMemberId: string | null
	durationMinutes: number
	sessions: readonly { id: string; date: CivilDate; startsAt: Instant }[]
}

/** The series as rows `planned`: whether the day is closed, and whether the leader has another session. */
function plannedWith({ shopId, staffMemberId, durationMinutes, sessions }: Series) {
	const planned = JSON.stringify(sessions.map(({ id, date, startsAt }) => [id, date, startsAt]))
	const value = (place: number) => sql.raw(`planned.value ->> ${place}`)
	const endsAt = sql`${value(2)} + ${durationMinutes * MINUTE_MS}`
	return {
		planned: sql`json_each(${planned}) planned`,
		startsAt: value(2),
		isClosed: sql`EXISTS (SELECT 1 FROM ${shopClosedDays} WHERE ${shopClosedDays.shopId} = ${shopId}
			AND ${shopClosedDays.date} = ${value(1)})`,
		leadsAnother: sql`EXISTS (SELECT 1 FROM ${subscriptionPlans}
			CROSS JOIN ${planSessions} ON ${planSessions.planId} = ${subscriptionPlans.id}
				AND ${planSessions.startsAt} > ${value(2)} - ${DAY_MS} AND ${planSessions.startsAt} < ${endsAt}
			WHERE ${subscriptionPlans.shopId} = ${shopId} AND ${planSessions.staffMemberId} = ${staffMemberId}
				AND ${planSessions.calledOffAt} IS NULL
				AND ${planSessions.startsAt} + ${planSessions.durationMinutes} * ${MINUTE_MS} > ${value(2)}
				AND ${planSessions.id} NOT IN (SELECT own.value ->> 0 FROM json_each(${planned}) own))`,
	}
}

export const seriesConstraints = { sessions_met: 'sessions_met' } as const

export function createOwnSessionRepository(read: Database['read']) {
	return {
		/** The next first, from an instant on; one more than a page has. */
		ahead: (caller: ShopCaller, from: Instant): Promise<OwnSession[]> =>
			read(sessionsAhead({ ...caller, from })),

		/** Null for a session of another shop. */
		one: (caller: ShopCaller, id: string): Promise<OwnSession | null> =>
			first(read(oneSession({ ...caller, id }))),

		/** By name. */
		leaders: (caller: ShopCaller) => read(leadersOfShop(caller)),

		/** First in the batch of a series: refuses it ('sessions_met') where `conflictsOf` finds any. */
		refuseConflicts(series: Series): Statement<number> {
			const { planned, isClosed, leadsAnother } = plannedWith(series)
			return refuseWhen(
				'sessions_met',
				sql`EXISTS (SELECT 1 FROM ${planned} WHERE ${isClosed} OR ${leadsAnother})`,
			)
		},

		/** Sessions on a closed day, or at the time of their leader's other one. */
		conflictsOf(series: Series): Promise<{ startsAt: Instant; isClosed: boolean }[]> {
			const { planned, startsAt, isClosed, leadsAnother } = plannedWith(series)
			return read(
				rawSelect(
					rows({ startsAt: instant(startsAt), isClosed: flag(isClosed) }),
					sql`FROM ${planned} WHERE ${isClosed} OR ${leadsAnother} ORDER BY 1`,
				),
			)
		},

		/** In one statement; a repeat makes none. */
		insertSeries: (
			sessions: readonly (SessionFields & { id: string; shopId: string })[],
		): Statement<number> => insertNewRow(planSessions, [...sessions], planSessions.id),
	}
}

const seatRow = rows({
	sessionId: planSessions.id,
	title: subscriptionPlans.title,
	...pickColumns(planSessions, 'startsAt', 'durationMinutes', 'capacity', 'calledOffAt'),
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
			caller: ShopCaller,
			{ from, until }: { from: Instant; until: Instant },
		): Promise<ShopSeat[]> => read(seatsBetween({ ...caller, from, until })),
	}
}
