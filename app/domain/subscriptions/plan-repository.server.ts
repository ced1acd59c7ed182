import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import {
	flag,
	instant,
	integer,
	nullable,
	only,
	pickColumns,
	rows,
	rowsOrNull,
	text,
} from '#db/row.server.ts'
import { shops } from '#db/schema/discovery.ts'
import { subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { placeholder, preparedRead, preparedSelect } from '#db/statement.server.ts'

/** Of one shop. */
const MAX_PLANS = 20

const planFields = {
	...pickColumns(subscriptionPlans, 'id', 'title', 'description', 'priceKobo', 'entryKind'),
	...pickColumns(subscriptionPlans, 'totalVisitsAllowed', 'maxEntriesPerWeek', 'periodDays'),
}

const planRow = rows(planFields)
export type Plan = ReturnType<typeof planRow.read>

const plansOfShop = preparedSelect(
	planRow,
	() => sql`FROM ${subscriptionPlans}
		WHERE ${subscriptionPlans.shopId} = ${placeholder('shopId')} AND ${subscriptionPlans.status} = 'on_offer'
		ORDER BY ${subscriptionPlans.priceKobo}, ${subscriptionPlans.id} LIMIT ${sql.raw(String(MAX_PLANS))}`,
)

const listedPlanRow = rows({
	...planFields,
	shop: rows({ id: shops.id, name: shops.name, area: shops.area, city: shops.city }),
	createdAt: subscriptionPlans.createdAt,
})
export type ListedPlan = ReturnType<typeof listedPlanRow.read>

const plansOnOffer = preparedSelect(
	listedPlanRow,
	() => sql`FROM ${subscriptionPlans} CROSS JOIN ${shops} ON ${shops.id} = ${subscriptionPlans.shopId} AND ${shops.isListed} = 1
		WHERE ${subscriptionPlans.status} = 'on_offer'
			AND (${subscriptionPlans.createdAt}, ${subscriptionPlans.id}) < (${placeholder('beforeAt')}, ${placeholder('beforeId')})
		ORDER BY ${subscriptionPlans.createdAt} DESC, ${subscriptionPlans.id} DESC LIMIT ${placeholder('limit')}`,
)

const anyPlanOnOffer = preparedRead(
	() =>
		sql`SELECT EXISTS (SELECT 1 FROM ${subscriptionPlans} WHERE ${subscriptionPlans.status} = 'on_offer') AS is_any`,
	only(flag('is_any')),
)

/** Of the reader's running periods of the plan, the last to end. */
const heldPeriod = sql`(SELECT ${subscriptions.id} FROM ${subscriptions} WHERE ${subscriptions.userId} = ${actorUserId(actorPlaceholders)}
	AND ${subscriptions.planId} = ${subscriptionPlans.id} AND ${subscriptions.cancelledAt} IS NULL
	AND ${subscriptions.endsAt} > ${placeholder('at')} ORDER BY ${subscriptions.endsAt} DESC LIMIT 1)`

/** The period to renew, if it is the reader's. */
const renewedPeriod = sql`${subscriptions} renewed ON renewed.id = ${placeholder('renews')}
	AND renewed.plan_id = ${subscriptionPlans.id} AND renewed.user_id = ${actorUserId(actorPlaceholders)}`

const offeredPlanRow = rows({
	...planFields,
	isOnOffer: flag(sql`${subscriptionPlans.status} = 'on_offer' AND ${shops.isListed} = 1`),
	...pickColumns(subscriptionPlans, 'status', 'isPayableAtShop', 'maxPauses', 'maxPauseDays'),
	shop: rows(pickColumns(shops, 'id', 'name', 'timeZone', 'address', 'area', 'city')),
	/** Null for none, and for a signed-out reader. */
	heldId: nullable(text(heldPeriod)),
	/** The reader's periods of it, past ones too. */
	heldCount:
		integer(sql`(SELECT count(*) FROM ${subscriptions} WHERE ${subscriptions.userId} = ${actorUserId(actorPlaceholders)}
			AND ${subscriptions.planId} = ${subscriptionPlans.id})`),
	/** Null without one, or for another customer's. */
	renewed: rowsOrNull(
		'id',
		rows({
			id: text(sql`renewed.id`),
			endsAt: instant(sql`renewed.ends_at`),
			cancelledAt: nullable(instant(sql`renewed.cancelled_at`)),
			paidKobo: integer(sql`renewed.price_kobo`),
			/** The next period exists. */
			isRenewed: flag(
				sql`EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.renewsSubscriptionId} = renewed.id)`,
			),
		}),
	),
})
export type OfferedPlan = ReturnType<typeof offeredPlanRow.read>

const offeredPlan = preparedSelect(
	offeredPlanRow,
	() => sql`FROM ${subscriptionPlans} JOIN ${shops} ON ${shops.id} = ${subscriptionPlans.shopId} LEFT JOIN ${renewedPeriod}
		WHERE ${subscriptionPlans.id} = ${placeholder('planId')}`,
)

export function createPlanRepository(read: Database['read']) {
	return {
		/** On offer, the cheapest first. */
		plansOfShop: (shopId: string): Promise<Plan[]> => read(plansOfShop({ shopId })),

		/** On offer at listed shops, the newest first. */
		listPlans: (before: ListPlace | null, limit: number): Promise<ListedPlan[]> =>
			read(
				plansOnOffer({ beforeAt: before?.at ?? Number.MAX_SAFE_INTEGER, beforeId: before?.id ?? '', limit }),
			),

		async isAnyOnOffer(): Promise<boolean> {
			const [isAny] = await read(anyPlanOnOffer())
			return isAny ?? false
		},

		/** With the actor's period of it, and the one to renew; null for an unknown plan. */
		async offeredPlan(
			planId: string,
			{ actor, renews }: { actor: Actor | null; renews: string | null },
		): Promise<OfferedPlan | null> {
			const reader = actor ?? { sessionHash: '', at: 0 }
			const [plan] = await read(offeredPlan({ ...reader, planId, renews }))
			return plan ?? null
		},
	}
}
