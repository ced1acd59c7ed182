import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { flag, integer, json, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { checkouts } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { cashbackAccounts } from '#db/schema/loyalty-cashback.ts'
import { paymentAttempts, refunds } from '#db/schema/payments.ts'
import { subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { sessionBookings, sessionWaits } from '#db/schema/subscriptions-sessions.ts'
import { first, placeholder, preparedSelect, updateWhere } from '#db/statement.server.ts'

const planPaymentRow = rows({
	checkoutId: checkouts.id,
	shopId: checkouts.shopId,
	/** Null for a plan that was paid at the shop. */
	paymentReference: checkouts.paymentReference,
	...pickColumns(checkouts, 'totalKobo', 'cashbackKobo'),
	/** Partial refunds while it ran. */
	returnedKobo: integer(
		sql`(SELECT coalesce(sum(${refunds.amountKobo}), 0) FROM ${refunds}
			WHERE ${refunds.paymentReference} = ${checkouts.paymentReference} AND ${refunds.part} > 0)`,
	),
	cashbackAccountId: nullable(
		text(sql`(SELECT ${cashbackAccounts.id} FROM ${cashbackAccounts} WHERE ${cashbackAccounts.userId} = ${subscriptions.userId}
			AND ${cashbackAccounts.shopId} = ${checkouts.shopId})`),
	),
})
export type PlanPayment = ReturnType<typeof planPaymentRow.read>

const paymentOfSubscription = preparedSelect(
	planPaymentRow,
	() => sql`FROM ${subscriptions} JOIN ${checkouts} ON ${checkouts.id} = ${subscriptions.checkoutId}
		WHERE ${subscriptions.id} = ${placeholder('subscriptionId')}`,
)

const startedPlanRow = rows({
	id: subscriptions.id,
	timeZone: shops.timeZone,
	/** Sessions ahead with a place or wait of the subscription. */
	sessionIds: json<string[]>(sql`(SELECT json_group_array(session_id) FROM (
		SELECT ${sessionBookings.sessionId} AS session_id FROM ${sessionBookings}
		WHERE ${sessionBookings.subscriptionId} = ${subscriptions.id} AND ${sessionBookings.status} = 'booked'
			AND ${sessionBookings.startsAt} > ${placeholder('now')}
		UNION SELECT ${sessionWaits.sessionId} FROM ${sessionWaits} WHERE ${sessionWaits.userId} = ${subscriptions.userId}
			AND ${sessionWaits.endedAt} IS NULL AND ${sessionWaits.subscriptionId} = ${subscriptions.id}))`),
	paid: planPaymentRow,
})
type StartedPlan = ReturnType<typeof startedPlanRow.read>

const startedBy = preparedSelect(
	startedPlanRow,
	() => sql`FROM ${paymentAttempts} JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId}
			AND ${checkouts.paymentReference} = ${paymentAttempts.paymentReference}
		JOIN ${subscriptions} ON ${subscriptions.checkoutId} = ${checkouts.id}
		JOIN ${shops} ON ${shops.id} = ${subscriptions.shopId}
		WHERE ${paymentAttempts.paymentReference} = ${placeholder('paymentReference')}`,
)

const mailedSubscriptionRow = rows({
	...pickColumns(subscriptions, 'id', 'planId'),
	title: subscriptionPlans.title,
	shop: rows({ name: shops.name, timeZone: shops.timeZone }),
	...pickColumns(subscriptions, 'startsAt', 'endsAt', 'cancelledAt', 'autoRenews'),
	/** The next period is paid. */
	isRenewed: flag(
		sql`EXISTS (SELECT 1 FROM ${subscriptions} next WHERE next.renews_subscription_id = ${subscriptions.id})`,
	),
	/** The paid price, and the next period's. */
	paidKobo: subscriptions.priceKobo,
	priceKobo: subscriptionPlans.priceKobo,
	isOnOffer: flag(sql`${subscriptionPlans.status} = 'on_offer' AND ${shops.isListed} = 1`),
})
type MailedSubscription = ReturnType<typeof mailedSubscriptionRow.read>

const subscriptionToMail = preparedSelect(
	mailedSubscriptionRow,
	() => sql`FROM ${subscriptions} JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
		JOIN ${shops} ON ${shops.id} = ${subscriptions.shopId} WHERE ${subscriptions.id} = ${placeholder('subscriptionId')}`,
)

/** The payment of subscriptions, and what a payment started. */
export function createStartedPlanRepository(read: Database['read']) {
	return {
		/** Null for an unknown one. */
		paymentOfSubscription: (subscriptionId: string): Promise<PlanPayment | null> =>
			first(read(paymentOfSubscription({ subscriptionId }))),

		/** Null for one that is gone. */
		subscriptionToMail: (subscriptionId: string): Promise<MailedSubscription | null> =>
			first(read(subscriptionToMail({ subscriptionId }))),

		/** With its sessions ahead; null where the payment started nothing. */
		startedBy: (paymentReference: string, now: Instant): Promise<StartedPlan | null> =>
			first(read(startedBy({ paymentReference, now }))),

		/**
		 * Ends the subscription of a payment that was refunded otherwise than by cancelling. A cancelled one stays as it
		 * is.
		 */
		endRefunded: (subscriptionId: string, now: Instant): Statement<number> =>
			updateWhere(
				subscriptions,
				{ cancelledAt: now, cancellationReason: 'Payment refunded' },
				sql`${subscriptions.id} = ${subscriptionId} AND ${subscriptions.cancelledAt} IS NULL`,
			),

		/** Whether this request ended the subscription. */
		isEndedAt: (subscriptionId: string, now: Instant): SQL =>
			sql`EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.id} = ${subscriptionId} AND ${subscriptions.cancelledAt} = ${now})`,
	}
}
