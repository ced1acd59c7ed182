import { and, eq, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { describedColumns, describedRow } from '#db/described-row.server.ts'
import { refuseUnlessSeen, refuseWhen } from '#db/refuse-when.server.ts'
import { integer, pickColumns, rows } from '#db/row.server.ts'
import { subscriptionPlans } from '#db/schema/subscriptions.ts'
import { planSessions, sessionBookings, sessionWaits } from '#db/schema/subscriptions-sessions.ts'
import { callerRows, shopRows } from '#db/shop-rows.server.ts'
import { first, insertNewRow, placeholder, preparedSelect, updateWhere } from '#db/statement.server.ts'
import { planFields, planOffer, planTerms } from './plan-fields.ts'

/** Entries and terms of a plan never change: customers bought them. */
export type PlanFields = Omit<typeof subscriptionPlans.$inferInsert, 'id' | 'shopId' | 'createdAt'>
export type PlanChanges = Partial<Pick<PlanFields, keyof typeof planFields>>
export type SessionFields = Omit<typeof planSessions.$inferInsert, 'id' | 'shopId' | 'calledOffAt'>

/** On offer; a withdrawn plan is found by its id. */
const planRows = shopRows(
	subscriptionPlans,
	{
		id: subscriptionPlans.id,
		...describedColumns(planFields, subscriptionPlans),
		...pickColumns(subscriptionPlans, 'entryKind', 'totalVisitsAllowed', 'maxEntriesPerWeek'),
		...describedColumns(planTerms, subscriptionPlans),
	},
	sql`${subscriptionPlans.status} = 'on_offer'`,
)

const ownPlans = callerRows(
	subscriptionPlans,
	rows({
		id: subscriptionPlans.id,
		...describedRow(planOffer, subscriptionPlans),
		...pickColumns(subscriptionPlans, 'entryKind', 'totalVisitsAllowed', 'maxEntriesPerWeek'),
		...describedRow(planTerms, subscriptionPlans),
		status: subscriptionPlans.status,
	}),
	sql`${subscriptionPlans.status}, ${subscriptionPlans.title}`,
)

const placeCount = sql`(SELECT count(*) FROM ${sessionBookings} WHERE ${sessionBookings.sessionId} = ${planSessions.id}
	AND ${sessionBookings.status} <> 'cancelled')`

const shopSessionRow = rows({
	...pickColumns(planSessions, 'id', 'planId'),
	planTitle: subscriptionPlans.title,
	...pickColumns(planSessions, 'staffMemberId', 'startsAt', 'durationMinutes', 'capacity'),
	/** Customers with a place, whether they came or not. */
	placesTaken: integer(placeCount),
	calledOffAt: planSessions.calledOffAt,
})
export type ShopSession = ReturnType<typeof shopSessionRow.read>

const sessionsOfDay = preparedSelect(
	shopSessionRow,
	() => sql`FROM ${subscriptionPlans} CROSS JOIN ${planSessions} ON ${planSessions.planId} = ${subscriptionPlans.id}
		WHERE ${subscriptionPlans.shopId} = ${placeholder('shopId')} AND ${subscriptionPlans.status} = 'on_offer'
			AND ${planSessions.startsAt} >= ${placeholder('fromAt')} AND ${planSessions.startsAt} < ${placeholder('untilAt')}
		ORDER BY ${planSessions.startsAt}, ${planSessions.id}`,
)
const sessionsOfPlan = preparedSelect(
	shopSessionRow,
	() => sql`FROM ${planSessions} JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${planSessions.planId}
		WHERE ${planSessions.planId} = ${placeholder('planId')} AND ${planSessions.shopId} = ${placeholder('shopId')}
			AND ${planSessions.startsAt} >= ${placeholder('fromAt')} AND ${planSessions.startsAt} < ${placeholder('untilAt')}
		ORDER BY ${planSessions.startsAt}, ${planSessions.id}`,
)
const oneSession = preparedSelect(
	shopSessionRow,
	() => sql`FROM ${planSessions} JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${planSessions.planId}
		WHERE ${planSessions.id} = ${placeholder('id')} AND ${planSessions.shopId} = ${placeholder('shopId')}`,
)

export const planConstraints = { 'check:subscription_plan_entries': 'plan_entries_wrong' } as const

export const capacityConstraints = { visit_changed: 'capacity_taken' } as const

export function createShopPlanRepository(read: Database['read']) {
	return {
		...planRows(read),

		/** Of the caller's shop: on offer, then withdrawn, each by name. */
		own: ownPlans(read),

		/** By start, before `untilAt`: of one plan, or of all on offer. */
		sessions: (
			shopId: string,
			{ planId, ...times }: { planId: string | null; fromAt: Instant; untilAt: Instant },
		): Promise<ShopSession[]> =>
			read(
				planId === null ? sessionsOfDay({ shopId, ...times }) : sessionsOfPlan({ shopId, planId, ...times }),
			),

		/** Null for a session of another shop. */
		session: (shopId: string, id: string): Promise<ShopSession | null> =>
			first(read(oneSession({ shopId, id }))),

		insert: (row: PlanFields & { id: string; shopId: string; createdAt: Instant }): Statement<number> =>
			insertNewRow(subscriptionPlans, row, subscriptionPlans.id),

		refuseUnlessSeen: (
			place: { shopId: string; id: string },
			seen: PlanChanges,
			wanted: PlanChanges,
		): Statement => refuseUnlessSeen(subscriptionPlans, place, seen, wanted),

		update: (shopId: string, id: string, fields: PlanChanges): Statement<number> =>
			updateWhere(
				subscriptionPlans,
				fields,
				and(eq(subscriptionPlans.shopId, shopId), eq(subscriptionPlans.id, id)),
			),

		insertSession: (row: SessionFields & { id: string; shopId: string }): Statement<number> =>
			insertNewRow(planSessions, row, planSessions.id),

		/** Refuses the batch ('visit_changed') where taken and offered seats need more. */
		setCapacity: (id: string, capacity: number, now: Instant): Statement[] => [
			refuseWhen(
				'visit_changed',
				sql`EXISTS (SELECT 1 FROM ${planSessions} WHERE ${planSessions.id} = ${id}
					AND ${capacity} < ${placeCount} + (SELECT count(*) FROM ${sessionWaits} WHERE ${sessionWaits.sessionId} = ${planSessions.id}
						AND ${sessionWaits.endedAt} IS NULL AND ${sessionWaits.offerExpiresAt} > ${now}))`,
			),
			updateWhere(planSessions, { capacity }, eq(planSessions.id, id)),
		],
	}
}
