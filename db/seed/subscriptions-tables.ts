import {
	planOrders,
	planSessions,
	sessionBookings,
	sessionWaits,
	subscriptionEntries,
	subscriptionPlans,
	subscriptions,
	subscriptionUsage,
} from '#db/schema/subscriptions.ts'
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
