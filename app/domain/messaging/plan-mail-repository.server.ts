import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { SLICE_ROWS, type Statement } from '#app/kernel/write-batch.server.ts'
import { users } from '#db/schema/identity.ts'
import { outbox } from '#db/schema/messaging.ts'
import { planOrders, subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { insertFrom } from '#db/statement.server.ts'
import { queuing, queuingAll } from './mail-ceiling-repository.server.ts'

/** The notice to renew, for customers who chose it (D45). */
const RENEWAL_NOTICE_MS = 3 * DAY_MS

/** Mails about plans, to the email that the account has when they are queued. */
export function createPlanMailRepository() {
	return {
		/** With the number to give at the shop; once for each order. */
		insertOrdered: (checkoutId: string, now: Instant): Statement[] => {
			const id = `plan-ordered:${checkoutId}`
			return queuing(
				id,
				insertFrom(
					outbox,
					{
						id,
						kind: 'plan_ordered',
						dedupeKey: id,
						recipientEmail: sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${planOrders.userId})`,
						userId: sql`${planOrders.userId}`,
						payload: sql`json_object('checkoutId', ${planOrders.checkoutId}, 'holderId', ${planOrders.userId})`,
						createdAt: now,
						nextAttemptAt: now,
					},
					sql`FROM ${planOrders} WHERE ${planOrders.checkoutId} = ${checkoutId}
						AND NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.dedupeKey} = ${id})`,
				),
			)
		},

		/** Also of a renewal. */
		insertStarted: (subscriptionId: string, now: Instant): Statement[] => {
			const id = `plan-started:${subscriptionId}`
			return queuing(
				id,
				ofSubscriptions('plan_started', sql`${id}`, sql`WHERE ${subscriptions.id} = ${subscriptionId}`, now),
			)
		},

		/** A slice of the renewable plans that end within three days, once for each end. The first result counts them. */
		insertEnding: (now: Instant): Statement[] => {
			const key = sql`'plan-ending:' || ${subscriptions.id} || ':' || ${subscriptions.endsAt}`
			return queuingAll(
				sql`sent_at IS NULL AND next_attempt_at = ${now} AND kind = 'plan_ending'`,
				ofSubscriptions(
					'plan_ending',
					key,
					sql`JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId} AND ${subscriptionPlans.status} = 'on_offer'
						WHERE ${subscriptions.autoRenews} = 1 AND ${subscriptions.cancelledAt} IS NULL
						AND ${subscriptions.endsAt} > ${now} AND ${subscriptions.endsAt} <= ${now + RENEWAL_NOTICE_MS}
						AND NOT EXISTS (SELECT 1 FROM ${subscriptions} next WHERE next.renews_subscription_id = ${subscriptions.id})
						AND NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.dedupeKey} = ${key})
						ORDER BY ${subscriptions.endsAt} LIMIT ${SLICE_ROWS}`,
					now,
				),
			)
		},
	}
}

function ofSubscriptions(kind: string, key: SQL, source: SQL, now: Instant): Statement<number> {
	return insertFrom(
		outbox,
		{
			id: key,
			kind,
			dedupeKey: key,
			recipientEmail: sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${subscriptions.userId})`,
			userId: sql`${subscriptions.userId}`,
			payload: sql`json_object('subscriptionId', ${subscriptions.id}, 'holderId', ${subscriptions.userId}, 'endsAt', ${subscriptions.endsAt})`,
			createdAt: now,
			nextAttemptAt: now,
		},
		sql`FROM ${subscriptions} ${source}`,
	)
}
