import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import { entryKinds, planStatuses } from '#app/kernel/vocabulary/subscriptions.ts'
import { actorAsked, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { flag, instant, integer, nullable, only, rows, rowsOrNull, text, word } from '#db/row.server.ts'
import { shops } from '#db/schema/discovery.ts'
import { subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { preparedRead, preparedSelect } from '#db/statement.server.ts'

/** More plans of one shop than these are not shown. */
const MAX_PLANS = 20

const { placeholder } = sql

const planFields = {
	id: text(subscriptionPlans.id),
	title: text(subscriptionPlans.title),
	description: text(subscriptionPlans.description),
	priceKobo: integer(subscriptionPlans.priceKobo),
	entryKind: word(subscriptionPlans.entryKind, entryKinds),
	totalVisitsAllowed: nullable(integer(subscriptionPlans.totalVisitsAllowed)),
	maxEntriesPerWeek: nullable(integer(subscriptionPlans.maxEntriesPerWeek)),
	periodDays: integer(subscriptionPlans.periodDays),
}

const planRow = rows(planFields)
/** A plan as its shop lists it. */
export type Plan = ReturnType<typeof planRow.read>

const plansOfShop = preparedSelect(
	planRow,
	() => sql`FROM ${subscriptionPlans}
		WHERE ${subscriptionPlans.shopId} = ${placeholder('shopId')} AND ${subscriptionPlans.status} = 'on_offer'
		ORDER BY ${subscriptionPlans.priceKobo}, ${subscriptionPlans.id} LIMIT ${sql.raw(String(MAX_PLANS))}`,
)

const listedPlanRow = rows({
	...planFields,
	shop: rows({ id: text(shops.id), name: text(shops.name), area: text(shops.area), city: text(shops.city) }),
	createdAt: instant(subscriptionPlans.createdAt),
})
/** A plan in the list of all shops. */
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

/** A period that the same person holds of the same plan: of the periods that are not over, the one that ends last. */
const heldPeriod = sql`(SELECT ${subscriptions.id} FROM ${subscriptions} WHERE ${subscriptions.userId} = ${actorUserId(actorAsked)}
	AND ${subscriptions.planId} = ${subscriptionPlans.id} AND ${subscriptions.cancelledAt} IS NULL
	AND ${subscriptions.endsAt} > ${placeholder('at')} ORDER BY ${subscriptions.endsAt} DESC LIMIT 1)`

/** The period that is to be renewed, if it is this person's. */
const renewedPeriod = sql`${subscriptions} renewed ON renewed.id = ${placeholder('renews')}
	AND renewed.plan_id = ${subscriptionPlans.id} AND renewed.user_id = ${actorUserId(actorAsked)}`

const offeredPlanRow = rows({
	...planFields,
	isOnOffer: flag(sql`${subscriptionPlans.status} = 'on_offer' AND ${shops.isListed} = 1`),
	status: word(subscriptionPlans.status, planStatuses),
	isPayableAtShop: flag(subscriptionPlans.isPayableAtShop),
	maxPauses: integer(subscriptionPlans.maxPauses),
	maxPauseDays: integer(subscriptionPlans.maxPauseDays),
	shop: rows({
		id: text(shops.id),
		name: text(shops.name),
		timeZone: text(shops.timeZone),
		address: text(shops.address),
		area: text(shops.area),
		city: text(shops.city),
	}),
	/** The reader's own period of this plan; null for none, and for a signed-out reader. */
	heldId: nullable(text(heldPeriod)),
	/** How many periods of it they have had. */
	heldCount:
		integer(sql`(SELECT count(*) FROM ${subscriptions} WHERE ${subscriptions.userId} = ${actorUserId(actorAsked)}
			AND ${subscriptions.planId} = ${subscriptionPlans.id})`),
	/** The period to renew; null where none is asked for, or it is not theirs. */
	renewed: rowsOrNull(
		'id',
		rows({
			id: text(sql`renewed.id`),
			endsAt: instant(sql`renewed.ends_at`),
			cancelledAt: nullable(instant(sql`renewed.cancelled_at`)),
			paidKobo: integer(sql`renewed.price_kobo`),
			/** The next period is there already. */
			isRenewed: flag(
				sql`EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.renewsSubscriptionId} = renewed.id)`,
			),
		}),
	),
})
/** A plan as its page and its purchase need it. */
export type OfferedPlan = ReturnType<typeof offeredPlanRow.read>

const offeredPlan = preparedSelect(
	offeredPlanRow,
	() => sql`FROM ${subscriptionPlans} JOIN ${shops} ON ${shops.id} = ${subscriptionPlans.shopId} LEFT JOIN ${renewedPeriod}
		WHERE ${subscriptionPlans.id} = ${placeholder('planId')}`,
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
			const reader = actor ?? { sessionHash: '', at: 0 }
			const [plan] = await read(offeredPlan({ ...reader, planId, renews }))
			return plan ?? null
		},
	}
}
