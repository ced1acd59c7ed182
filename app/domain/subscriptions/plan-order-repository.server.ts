import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, instant, integer, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { checkouts } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { users } from '#db/schema/identity.ts'
import { cashbackAccounts } from '#db/schema/loyalty-cashback.ts'
import { paymentAttempts } from '#db/schema/payments.ts'
import { planOrders, subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { first, insertFrom, placeholder, preparedSelect, updateWhere } from '#db/statement.server.ts'

export type NewPlanOrder = {
	checkoutId: string
	planId: string
	userId: string
	referenceNumber: string
	renewsSubscriptionId: string | null
	autoRenews: boolean
	/** Null for an order that is paid online. */
	expiresAt: Instant | null
	now: Instant
}

/** Another period of the account and plan would overlap this order's (F16). */
const heldOtherwise = (
	startsAt: SQL | Instant,
) => sql`EXISTS (SELECT 1 FROM ${subscriptions} held WHERE held.user_id = ${planOrders.userId}
	AND held.plan_id = ${planOrders.planId} AND held.cancelled_at IS NULL AND held.ends_at > ${startsAt})`

const isStarted = sql`EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.checkoutId} = ${planOrders.checkoutId})`

const renewedEndsAt = sql`(SELECT renewed.ends_at FROM ${subscriptions} renewed WHERE renewed.id = ${planOrders.renewsSubscriptionId})`
/** The SQL of the start that `planPeriod` gives. */
const startsWhenPaid = (at: SQL) => sql`max(${at}, coalesce(${renewedEndsAt}, 0))`

const orderRow = rows({
	checkoutId: planOrders.checkoutId,
	draftId: checkouts.draftId,
	...pickColumns(planOrders, 'referenceNumber', 'renewsSubscriptionId'),
	/** The present end of the period that it renews. */
	renewedEndsAt: nullable(instant(renewedEndsAt)),
	...pickColumns(planOrders, 'userId', 'expiresAt'),
	/** When it was cancelled, replaced or paid; null while it is open. */
	endedAt: planOrders.endedAt,
	plan: rows({
		id: planOrders.planId,
		...pickColumns(subscriptionPlans, 'title', 'periodDays'),
	}),
	shop: rows({ id: shops.id, name: shops.name, timeZone: shops.timeZone }),
	...pickColumns(checkouts, 'totalKobo', 'cashbackKobo'),
	cashbackAccountId: nullable(
		text(sql`(SELECT ${cashbackAccounts.id} FROM ${cashbackAccounts} WHERE ${cashbackAccounts.userId} = ${planOrders.userId}
			AND ${cashbackAccounts.shopId} = ${shops.id})`),
	),
	...pickColumns(checkouts, 'subtotalKobo', 'promoCodeId', 'email', 'firstName', 'lastName'),
	createdAt: planOrders.createdAt,
	/** The subscription of the order, or of another checkout of its draft; null while it waits. */
	subscriptionId: nullable(
		text(sql`(SELECT made.id FROM ${checkouts} sibling JOIN ${subscriptions} made ON made.checkout_id = sibling.id
			WHERE sibling.draft_id = ${checkouts.draftId} AND sibling.status = 'COMPLETED')`),
	),
	subscriptionStartsAt: nullable(
		instant(sql`(SELECT made.starts_at FROM ${checkouts} sibling JOIN ${subscriptions} made ON made.checkout_id = sibling.id
			WHERE sibling.draft_id = ${checkouts.draftId} AND sibling.status = 'COMPLETED')`),
	),
	/** Another period of the account and plan would overlap. */
	isHeldOtherwise: flag(heldOtherwise(startsWhenPaid(sql`${placeholder('now')}`))),
})
export type PlanOrder = ReturnType<typeof orderRow.read>

const ordersWhere = (condition: SQL) =>
	preparedSelect(
		orderRow,
		() => sql`FROM ${planOrders} JOIN ${checkouts} ON ${checkouts.id} = ${planOrders.checkoutId}
			JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${planOrders.planId}
			JOIN ${shops} ON ${shops.id} = ${subscriptionPlans.shopId}
			WHERE ${condition}`,
	)

const orderOfPayment = ordersWhere(
	sql`${planOrders.checkoutId} = (SELECT ${paymentAttempts.checkoutId} FROM ${paymentAttempts}
		WHERE ${paymentAttempts.paymentReference} = ${placeholder('paymentReference')})`,
)
const orderOfCheckout = ordersWhere(sql`${planOrders.checkoutId} = ${placeholder('checkoutId')}`)
const orderByReference = ordersWhere(sql`${planOrders.referenceNumber} = ${placeholder('referenceNumber')}`)

const ownOrder = preparedSelect(
	rows({ isEnded: flag(sql`${planOrders.endedAt} IS NOT NULL`), isStarted: flag(isStarted) }),
	() => sql`FROM ${planOrders} WHERE ${planOrders.referenceNumber} = ${placeholder('referenceNumber')}
		AND ${planOrders.userId} = ${actorUserId(actorPlaceholders)}`,
)

const openOrders = preparedSelect(
	rows({
		referenceNumber: planOrders.referenceNumber,
		expiresAt: instant(planOrders.expiresAt),
		...pickColumns(planOrders, 'planId', 'renewsSubscriptionId'),
		title: subscriptionPlans.title,
		shopName: shops.name,
		timeZone: shops.timeZone,
		toPayKobo: integer(sql`${checkouts.totalKobo} - ${checkouts.cashbackKobo}`),
	}),
	() => sql`FROM ${planOrders} JOIN ${checkouts} ON ${checkouts.id} = ${planOrders.checkoutId} AND ${checkouts.status} = 'PENDING'
		JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${planOrders.planId}
		JOIN ${shops} ON ${shops.id} = ${subscriptionPlans.shopId}
		WHERE ${planOrders.userId} = ${actorUserId(actorPlaceholders)} AND ${planOrders.expiresAt} > ${placeholder('at')}
			AND ${planOrders.endedAt} IS NULL AND NOT ${heldOtherwise(startsWhenPaid(sql`${placeholder('at')}`))}
		ORDER BY ${planOrders.createdAt} DESC LIMIT 10`,
)

/** Orders of plans, until they become subscriptions. */
export function createPlanOrderRepository(read: Database['read']) {
	return {
		/** Null for a payment of another kind. */
		orderOfPayment: (paymentReference: string, now: Instant): Promise<PlanOrder | null> =>
			first(read(orderOfPayment({ paymentReference, now }))),

		/** Null for a checkout without a plan. */
		orderOfCheckout: (checkoutId: string, now: Instant): Promise<PlanOrder | null> =>
			first(read(orderOfCheckout({ checkoutId, now }))),

		/** Null for an unknown number. */
		orderByReference: (referenceNumber: string, now: Instant): Promise<PlanOrder | null> =>
			first(read(orderByReference({ referenceNumber, now }))),

		/** Null for another customer's. */
		ownOrder: (actor: Actor, referenceNumber: string) => first(read(ownOrder({ ...actor, referenceNumber }))),

		/** To be paid at the shop, the newest first. */
		openOrders: (actor: Actor) => read(openOrders(actor)),

		/**
		 * Stands after its checkout's row, and after `endOpenOrders` for one at the shop. A repeat keeps its number and
		 * renews its term, unless the order ended after `now`.
		 */
		insertOrder: ({ now, ...order }: NewPlanOrder): Statement<number> =>
			insertFrom(
				planOrders,
				{ ...order, createdAt: now },
				sql`WHERE true ON CONFLICT (${sql.identifier(planOrders.checkoutId.name)}) DO UPDATE
					SET expires_at = excluded.expires_at, ended_at = NULL
					WHERE ${planOrders.endedAt} IS NULL OR ${planOrders.endedAt} <= ${now}`,
			),

		/** Ends the open orders at the shop of this account, plan and renewal that were made until `now`. */
		endOpenOrders: (
			{
				planId,
				userId,
				renewsSubscriptionId,
			}: Pick<NewPlanOrder, 'planId' | 'userId' | 'renewsSubscriptionId'>,
			now: Instant,
		): Statement<number> =>
			updateWhere(
				planOrders,
				{ endedAt: now },
				sql`${planOrders.userId} = ${userId} AND ${planOrders.planId} = ${planId}
					AND ${planOrders.renewsSubscriptionId} IS ${renewsSubscriptionId}
					AND ${planOrders.expiresAt} IS NOT NULL AND ${planOrders.endedAt} IS NULL AND ${planOrders.createdAt} <= ${now}`,
			),

		/**
		 * First in the batch that starts an order. Refuses it ('subscription_not_usable') where the period that it renews
		 * has moved since the read (F23), or the order ended (D62).
		 */
		requireAsRead: ({
			checkoutId,
			endedAt,
			renewsSubscriptionId,
			renewedEndsAt,
		}: Pick<
			PlanOrder,
			'checkoutId' | 'endedAt' | 'renewsSubscriptionId' | 'renewedEndsAt'
		>): Statement<number> =>
			refuseWhen(
				'subscription_not_usable',
				sql`EXISTS (SELECT 1 FROM ${planOrders} WHERE ${planOrders.checkoutId} = ${checkoutId} AND ${planOrders.endedAt} IS NOT ${endedAt})
					OR EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.id} = ${renewsSubscriptionId}
						AND ${subscriptions.cancelledAt} IS NULL AND ${subscriptions.endsAt} <> ${renewedEndsAt})`,
			),

		/** Changes no row of another customer's order, or of one that ended or started. */
		cancelOrder: (actor: Actor, referenceNumber: string): Statement<number> =>
			updateWhere(
				planOrders,
				{ endedAt: actor.at },
				sql`${planOrders.referenceNumber} = ${referenceNumber} AND ${planOrders.userId} = ${actorUserId(actor)}
					AND ${planOrders.expiresAt} IS NOT NULL AND ${planOrders.endedAt} IS NULL AND NOT ${isStarted}`,
			),

		/**
		 * Starts the order with the plan's present terms. Refuses the batch ('plan_not_on_offer') where plan, account or
		 * renewed period are gone, or the plan is held by another order. A unique index refuses a second renewal.
		 */
		insertSubscription: (
			{ checkoutId }: Pick<PlanOrder, 'checkoutId'>,
			made: { id: string; startsAt: Instant; endsAt: Instant; now: Instant },
		): Statement[] => [
			insertFrom(
				subscriptions,
				{
					id: made.id,
					planId: sql`${subscriptionPlans.id}`,
					shopId: sql`${subscriptionPlans.shopId}`,
					userId: sql`${planOrders.userId}`,
					checkoutId,
					renewsSubscriptionId: sql`${planOrders.renewsSubscriptionId}`,
					entryKind: sql`${subscriptionPlans.entryKind}`,
					totalVisitsAllowed: sql`${subscriptionPlans.totalVisitsAllowed}`,
					maxEntriesPerWeek: sql`${subscriptionPlans.maxEntriesPerWeek}`,
					maxPauses: sql`${subscriptionPlans.maxPauses}`,
					maxPauseDays: sql`${subscriptionPlans.maxPauseDays}`,
					priceKobo: sql`${checkouts.totalKobo}`,
					startsAt: made.startsAt,
					endsAt: made.endsAt,
					autoRenews: sql`${planOrders.autoRenews}`,
					createdAt: made.now,
				},
				sql`FROM ${planOrders} JOIN ${checkouts} ON ${checkouts.id} = ${planOrders.checkoutId}
					JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${planOrders.planId} AND ${subscriptionPlans.status} = 'on_offer'
					WHERE ${planOrders.checkoutId} = ${checkoutId}
						AND EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${planOrders.userId})
						AND NOT ${isStarted}
						AND NOT ${heldOtherwise(made.startsAt)}
						AND (${planOrders.renewsSubscriptionId} IS NULL OR EXISTS (SELECT 1 FROM ${subscriptions} renewed
							WHERE renewed.id = ${planOrders.renewsSubscriptionId} AND renewed.cancelled_at IS NULL))`,
			),
			refuseWhen(
				'plan_not_on_offer',
				sql`NOT EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.id} = ${made.id})`,
			),
		],
	}
}

export type PlanOrderRepository = ReturnType<typeof createPlanOrderRepository>
