import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import { entryKinds, planStatuses } from '#app/kernel/vocabulary/subscriptions.ts'
import { actorAsked, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { decode, flag, integer, nullable, only, optional, text, word } from '#db/row.server.ts'
import { shops } from '#db/schema/discovery.ts'
import { subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { preparedRead } from '#db/statement.server.ts'

/** More plans of one shop than these are not shown. */
const MAX_PLANS = 20

const { placeholder } = sql

const planFields = {
	id: text('id'),
	title: text('title'),
	description: text('description'),
	priceKobo: integer('price_kobo'),
	entryKind: word('entry_kind', entryKinds),
	totalVisitsAllowed: nullable(integer('total_visits_allowed')),
	maxEntriesPerWeek: nullable(integer('max_entries_per_week')),
	periodDays: integer('period_days'),
}
const planColumns = sql`${subscriptionPlans.id}, ${subscriptionPlans.title}, ${subscriptionPlans.description}, ${subscriptionPlans.priceKobo},
	${subscriptionPlans.entryKind}, ${subscriptionPlans.totalVisitsAllowed}, ${subscriptionPlans.maxEntriesPerWeek}, ${subscriptionPlans.periodDays}`

const toPlan = decode(planFields)
/** A plan as its shop lists it. */
export type Plan = ReturnType<typeof toPlan>

const plansOfShop = preparedRead(
	sql`SELECT ${planColumns} FROM ${subscriptionPlans}
		WHERE ${subscriptionPlans.shopId} = ${placeholder('shopId')} AND ${subscriptionPlans.status} = 'on_offer'
		ORDER BY ${subscriptionPlans.priceKobo}, ${subscriptionPlans.id} LIMIT ${sql.raw(String(MAX_PLANS))}`,
	toPlan,
)

const toListedPlan = decode({
	...planFields,
	shop: decode({ id: text('shop_id'), name: text('shop_name'), area: text('area'), city: text('city') }),
	createdAt: integer('created_at'),
})
/** A plan in the list of all shops. */
export type ListedPlan = ReturnType<typeof toListedPlan>

const plansOnOffer = preparedRead(
	sql`SELECT ${planColumns}, ${shops.id} AS shop_id, ${shops.name} AS shop_name, ${shops.area}, ${shops.city}, ${subscriptionPlans.createdAt}
		FROM ${subscriptionPlans} CROSS JOIN ${shops} ON ${shops.id} = ${subscriptionPlans.shopId} AND ${shops.isListed} = 1
		WHERE ${subscriptionPlans.status} = 'on_offer'
			AND (${subscriptionPlans.createdAt}, ${subscriptionPlans.id}) < (${placeholder('beforeAt')}, ${placeholder('beforeId')})
		ORDER BY ${subscriptionPlans.createdAt} DESC, ${subscriptionPlans.id} DESC LIMIT ${placeholder('limit')}`,
	toListedPlan,
)

const anyPlanOnOffer = preparedRead(
	sql`SELECT EXISTS (SELECT 1 FROM ${subscriptionPlans} WHERE ${subscriptionPlans.status} = 'on_offer') AS is_any`,
	only(flag('is_any')),
)

/** A period that the same person holds of the same plan: the one that ends last of those that are not over. */
const heldPeriod = sql`(SELECT ${subscriptions.id} FROM ${subscriptions} WHERE ${subscriptions.userId} = ${actorUserId(actorAsked)}
	AND ${subscriptions.planId} = ${subscriptionPlans.id} AND ${subscriptions.cancelledAt} IS NULL
	AND ${subscriptions.endsAt} > ${placeholder('at')} ORDER BY ${subscriptions.endsAt} DESC LIMIT 1)`

/** The period that is to be renewed, if it is this person's. */
const renewedPeriod = sql`${subscriptions} renewed ON renewed.id = ${placeholder('renews')}
	AND renewed.plan_id = ${subscriptionPlans.id} AND renewed.user_id = ${actorUserId(actorAsked)}`

const toOfferedPlan = decode({
	...planFields,
	isOnOffer: flag('is_on_offer'),
	status: word('status', planStatuses),
	isPayableAtShop: flag('is_payable_at_shop'),
	maxPauses: integer('max_pauses'),
	maxPauseDays: integer('max_pause_days'),
	shop: decode({
		id: text('shop_id'),
		name: text('shop_name'),
		timeZone: text('time_zone'),
		address: text('address'),
		area: text('area'),
		city: text('city'),
	}),
	/** The reader's own period of this plan; null for none, and for a signed-out reader. */
	heldId: nullable(text('held_id')),
	/** How many periods of it they have had. */
	heldCount: integer('held_count'),
	/** The period to renew; null where none is asked for, or it is not theirs. */
	renewed: optional(
		'renewed_id',
		decode({
			id: text('renewed_id'),
			endsAt: integer('renewed_ends_at'),
			cancelledAt: nullable(integer('renewed_cancelled_at')),
			paidKobo: integer('renewed_price_kobo'),
			/** The next period is there already. */
			isRenewed: flag('is_renewed'),
		}),
	),
})
/** A plan as its page and its purchase need it. */
export type OfferedPlan = ReturnType<typeof toOfferedPlan>

const offeredPlan = preparedRead(
	sql`SELECT ${planColumns}, ${subscriptionPlans.status}, ${subscriptionPlans.isPayableAtShop}, ${subscriptionPlans.maxPauses},
			${subscriptionPlans.maxPauseDays}, (${subscriptionPlans.status} = 'on_offer' AND ${shops.isListed} = 1) AS is_on_offer,
			${shops.id} AS shop_id, ${shops.name} AS shop_name, ${shops.timeZone}, ${shops.address}, ${shops.area}, ${shops.city},
			${heldPeriod} AS held_id,
			(SELECT count(*) FROM ${subscriptions} WHERE ${subscriptions.userId} = ${actorUserId(actorAsked)}
				AND ${subscriptions.planId} = ${subscriptionPlans.id}) AS held_count,
			renewed.id AS renewed_id, renewed.ends_at AS renewed_ends_at, renewed.cancelled_at AS renewed_cancelled_at,
			renewed.price_kobo AS renewed_price_kobo,
			EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.renewsSubscriptionId} = renewed.id) AS is_renewed
		FROM ${subscriptionPlans} JOIN ${shops} ON ${shops.id} = ${subscriptionPlans.shopId}
		LEFT JOIN ${renewedPeriod}
		WHERE ${subscriptionPlans.id} = ${placeholder('planId')}`,
	toOfferedPlan,
)

/** The plans of shops. */
export function createPlanRepository(read: Database['read']) {
	return {
		/** The plans on offer, cheapest first. */
		plansOfShop: (shopId: string): Promise<Plan[]> => read(plansOfShop({ shopId })),

		/** Those of all listed shops that are on offer, the newest first. */
		listPlans: (before: ListPlace | null, limit: number): Promise<ListedPlan[]> =>
			read(
				plansOnOffer({ beforeAt: before?.at ?? Number.MAX_SAFE_INTEGER, beforeId: before?.id ?? '', limit }),
			),

		/** Whether any shop sells one. */
		async isAnyOnOffer(): Promise<boolean> {
			const [isAny] = await read(anyPlanOnOffer())
			return isAny ?? false
		},

		/**
		 * A plan, with what the actor holds of it and the period of theirs that is to be renewed; null for none of ours.
		 */
		async offeredPlan(
			planId: string,
			{ actor, renews }: { actor: Actor | null; renews: string | null },
		): Promise<OfferedPlan | null> {
			const asked = actor ?? { sessionHash: '', at: 0 }
			const [plan] = await read(offeredPlan({ ...asked, planId, renews }))
			return plan ?? null
		},
	}
}
