import { planOrders, subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { subscriptionEntries, subscriptionUsage } from '#db/schema/subscriptions-entries.ts'
import { planSessions, sessionBookings, sessionWaits } from '#db/schema/subscriptions-sessions.ts'
import type { TableRows } from './table-rows.ts'

export const subscriptionsTables = {
	subscriptionPlans,
	subscriptions,
	planOrders,
	planSessions,
	sessionBookings,
	subscriptionEntries,
	subscriptionUsage,
	sessionWaits,
}
export type SubscriptionsRows = TableRows<typeof subscriptionsTables>
