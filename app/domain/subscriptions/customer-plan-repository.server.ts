import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { clientOfAppointment } from '#db/customer-at-shop.server.ts'
import { rows, text } from '#db/row.server.ts'
import { clients } from '#db/schema/booking.ts'
import { subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { preparedSelect } from '#db/statement.server.ts'
import { subscriptionLimits, subscriptionTimes, usedEntries } from './own-subscription-repository.server.ts'

const { placeholder } = sql

/** The ones that end last. */
const MOST_PERIODS = 10

const periods = preparedSelect(
	rows({
		id: text(subscriptions.id),
		title: text(subscriptionPlans.title),
		...subscriptionTimes,
		...subscriptionLimits,
		...usedEntries(sql`${placeholder('at')}`),
	}),
	() => sql`FROM ${clients} CROSS JOIN ${subscriptions} ON ${subscriptions.userId} = ${clients.userId} AND ${subscriptions.shopId} = ${clients.shopId}
		CROSS JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
		WHERE ${clients.id} = ${clientOfAppointment(callingShopId(shopCallerPlaceholders), sql`${placeholder('referenceNumber')}`)}
		ORDER BY ${subscriptions.endsAt} DESC, ${subscriptions.id} LIMIT ${sql.raw(String(MOST_PERIODS))}`,
)

/** The shop's view of a customer's plans, present and past. */
export function createCustomerPlanRepository() {
	return {
		/** Of the appointment's customer; none for a guest. */
		selectPeriodsOfCustomer: ({ secretHash, kind }: ShopCaller, referenceNumber: string, now: Instant) =>
			periods({ secretHash, kind, referenceNumber, at: now }),
	}
}
