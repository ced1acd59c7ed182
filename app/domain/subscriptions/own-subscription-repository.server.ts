import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { clientOfAppointment } from '#db/customer-at-shop.server.ts'
import { owedCashback } from '#db/held-money.server.ts'
import { flag, instant, integer, json, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { checkouts, clients } from '#db/schema/booking.ts'
import { shops, staffMembers } from '#db/schema/discovery.ts'
import { cashbackUses } from '#db/schema/loyalty-cashback.ts'
import { refunds } from '#db/schema/payments.ts'
import { subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { subscriptionEntries, subscriptionUsage } from '#db/schema/subscriptions-entries.ts'
import { planSessions, sessionBookings } from '#db/schema/subscriptions-sessions.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { placeholder, preparedSelect } from '#db/statement.server.ts'
import { countedEntries } from './entry-repository.server.ts'
import { weekStartsAt } from './plan-times.server.ts'

/** Longer than any week, also one with a DST day. */
const WEEK_AT_MOST_MS = 8 * DAY_MS

/** The columns of `SubscriptionTimes`. */
export const subscriptionTimes = pickColumns(
	subscriptions,
	'startsAt',
	'endsAt',
	'pausedAt',
	'resumesAt',
	'cancelledAt',
)

export const subscriptionLimits = pickColumns(
	subscriptions,
	'entryKind',
	'totalVisitsAllowed',
	'maxEntriesPerWeek',
)

export const usedEntries = (now: SQL | Instant) => ({
	entriesUsed: integer(countedEntries(sql`${subscriptions.id}`)),
	/** Used entries by the start of their week, from this week on. */
	weeks: json<Record<string, number>>(
		sql`(SELECT json_group_object(week_starts_at, entries) FROM (SELECT ${subscriptionEntries.weekStartsAt} AS week_starts_at,
				count(*) AS entries FROM ${subscriptionEntries}
			WHERE ${subscriptionEntries.subscriptionId} = ${subscriptions.id} AND ${subscriptionEntries.returnedAt} IS NULL
				AND ${subscriptionEntries.weekStartsAt} > ${now} - ${WEEK_AT_MOST_MS}
			GROUP BY ${subscriptionEntries.weekStartsAt}))`,
	),
})

/** The end of the paid next period. Raw SQL: the table stands in the query twice. */
const renewedUntil = sql`(SELECT max(later.ends_at) FROM ${subscriptions} later
	WHERE later.renews_subscription_id = ${subscriptions.id} AND later.cancelled_at IS NULL)`

const joins = sql`JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
	JOIN ${shops} ON ${shops.id} = ${subscriptions.shopId}`

/**
 * Each period is renewed once, even where the next one was cancelled. No renewal where the plan was bought again since
 * (F16).
 */
const isRenewable = sql`(${subscriptions.cancelledAt} IS NULL AND ${subscriptionPlans.status} = 'on_offer' AND ${shops.isListed} = 1
	AND NOT EXISTS (SELECT 1 FROM ${subscriptions} later WHERE later.renews_subscription_id = ${subscriptions.id})
	AND NOT EXISTS (SELECT 1 FROM ${subscriptions} held WHERE held.user_id = ${subscriptions.userId} AND held.plan_id = ${subscriptions.planId}
		AND held.cancelled_at IS NULL AND held.ends_at > max(${subscriptions.endsAt}, ${placeholder('at')})))`

const listed = {
	...subscriptionTimes,
	...subscriptionLimits,
	...pickColumns(subscriptions, 'id', 'planId', 'autoRenews'),
	...pickColumns(subscriptionPlans, 'title', 'description'),
	...usedEntries(sql`${placeholder('at')}`),
	/** The end of the paid next period; null without one. */
	renewedUntil: nullable(integer(renewedUntil)),
	isRenewable: flag(isRenewable),
	shop: rows({ id: shops.id, name: shops.name, timeZone: shops.timeZone }),
}
const listedRow = rows(listed)
type Listed = ReturnType<typeof listedRow.read>

/** The longest running first, ended ones last. */
const ownSubscriptions = preparedSelect(
	listedRow,
	() => sql`FROM ${subscriptions} ${joins} WHERE ${subscriptions.userId} = ${actorUserId(actorPlaceholders)}
		ORDER BY ${subscriptions.endsAt} DESC, ${subscriptions.id} DESC LIMIT ${placeholder('limit')}`,
)

const detail = preparedSelect(
	rows({
		...listed,
		...pickColumns(subscriptions, 'maxPauses', 'maxPauseDays', 'pauseCount', 'createdAt'),
		cancellationReason: subscriptions.cancellationReason,
		/** The price after discounts, and its part paid with cashback. */
		totalKobo: checkouts.totalKobo,
		cashbackKobo: checkouts.cashbackKobo,
		checkoutId: subscriptions.checkoutId,
		isPaidOnline: flag(sql`${checkouts.paymentChoice} = 'online'`),
		placesAhead:
			integer(sql`(SELECT count(*) FROM ${sessionBookings} WHERE ${sessionBookings.subscriptionId} = ${subscriptions.id}
				AND ${sessionBookings.status} = 'booked' AND ${sessionBookings.endsAt} > ${placeholder('at')})`),
		/** Refunded, or on its way. */
		refundedKobo: integer(sql`(SELECT coalesce(sum(${refunds.amountKobo}), 0) FROM ${refunds}
			WHERE ${refunds.paymentReference} = ${checkouts.paymentReference})`),
		/** The plan's cashback is usable again. */
		isCashbackBack: flag(sql`${checkouts.cashbackKobo} > 0 AND NOT EXISTS (SELECT 1 FROM ${cashbackUses}
			WHERE ${cashbackUses.checkoutId} = ${checkouts.id})`),
		/** Returned cashback first repays what the account owes the shop (D38). */
		owedCashbackKobo: integer(sql`CASE WHEN ${checkouts.cashbackKobo} = 0 THEN 0 ELSE
			${owedCashback(sql`${subscriptions.userId}`, sql`${subscriptions.shopId}`)} END`),
	}),
	() => sql`FROM ${subscriptions} ${joins} JOIN ${checkouts} ON ${checkouts.id} = ${subscriptions.checkoutId}
		WHERE ${subscriptions.id} = ${placeholder('subscriptionId')} AND ${subscriptions.userId} = ${actorUserId(actorPlaceholders)}`,
)

const isOwnSubscription = sql`(SELECT ${subscriptions.id} FROM ${subscriptions}
	WHERE ${subscriptions.id} = ${placeholder('subscriptionId')} AND ${subscriptions.userId} = ${actorUserId(actorPlaceholders)})`

const history = preparedSelect(
	rows({
		/** The row's number keeps the order of writing within one instant. */
		id: text(sql`CAST(${subscriptionUsage}.rowid AS text)`),
		...pickColumns(subscriptionUsage, 'action', 'entriesBefore', 'entriesAfter', 'occurredAt'),
		/** Null without a session. */
		sessionStartsAt: nullable(instant(planSessions.startsAt)),
	}),
	() => sql`FROM ${subscriptionUsage} LEFT JOIN ${planSessions} ON ${planSessions.id} = ${subscriptionUsage.sessionId}
		WHERE ${subscriptionUsage.subscriptionId} = ${isOwnSubscription}
			AND (${subscriptionUsage.occurredAt}, ${subscriptionUsage}.rowid) < (${placeholder('beforeAt')}, CAST(${placeholder('beforeId')} AS integer))
		ORDER BY ${subscriptionUsage.occurredAt} DESC, ${subscriptionUsage}.rowid DESC LIMIT ${placeholder('limit')}`,
)
export type UsageLine = Awaited<
	ReturnType<ReturnType<typeof createOwnSubscriptionRepository>['usageHistory']>
>[number]

const placesAhead = preparedSelect(
	rows({
		...pickColumns(sessionBookings, 'id', 'startsAt', 'endsAt'),
		staffName: nullable(text(staffMembers.firstName)),
	}),
	() => sql`FROM ${sessionBookings} JOIN ${planSessions} ON ${planSessions.id} = ${sessionBookings.sessionId}
		LEFT JOIN ${staffMembers} ON ${staffMembers.id} = ${planSessions.staffMemberId}
		WHERE ${sessionBookings.subscriptionId} = ${isOwnSubscription} AND ${sessionBookings.status} = 'booked'
			AND ${sessionBookings.endsAt} > ${actorPlaceholders.at}
		ORDER BY ${sessionBookings.startsAt}, ${sessionBookings.id} LIMIT ${placeholder('limit')}`,
)
export type PlaceAhead = { id: string; startsAt: Instant; endsAt: Instant; staffName: string | null }

/** More than a customer has at a time: the tiles count all. */
const MOST_HELD = 200

export function createOwnSubscriptionRepository(read: Database['read']) {
	return {
		/** The last to end first; `subscriptionState` chooses the ones of a tab. */
		listSubscriptions: async (actor: Actor) =>
			(await read(ownSubscriptions({ ...actor, limit: MOST_HELD }))).map((row) => withWeek(row, actor.at)),

		/** Null for an unknown one, or another customer's. */
		async subscriptionOf(actor: Actor, subscriptionId: string) {
			const [found] = await read(detail({ ...actor, subscriptionId }))
			return found ? withWeek(found, actor.at) : null
		},

		/** The newest first. Empty for another customer's. */
		usageHistory: (
			actor: Actor,
			subscriptionId: string,
			{ before, limit }: { before: ListPlace | null; limit: number },
		) =>
			read(
				history({
					...actor,
					subscriptionId,
					beforeAt: before?.at ?? Number.MAX_SAFE_INTEGER,
					beforeId: before?.id ?? '',
					limit,
				}),
			),

		/** The next one first. */
		placesAheadOf: (actor: Actor, subscriptionId: string, limit: number): Promise<PlaceAhead[]> =>
			read(placesAhead({ ...actor, subscriptionId, limit })),
	}
}

/** The present week by the shop's clock (D10). */
function withWeek<Row extends Listed>(row: Row, now: Instant): Row & { entriesUsedInWeek: number } {
	return { ...row, entriesUsedInWeek: row.weeks[String(weekStartsAt(row.shop.timeZone, now))] ?? 0 }
}

export type OwnSubscriptionRepository = ReturnType<typeof createOwnSubscriptionRepository>
export type HeldSubscription = Awaited<ReturnType<OwnSubscriptionRepository['listSubscriptions']>>[number]
export type SubscriptionDetail = NonNullable<Awaited<ReturnType<OwnSubscriptionRepository['subscriptionOf']>>>

/** The ones that end last. */
const MOST_PERIODS = 10

const periods = preparedSelect(
	rows({
		id: subscriptions.id,
		title: subscriptionPlans.title,
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
		selectPeriodsOfCustomer: (caller: ShopCaller, referenceNumber: string, now: Instant) =>
			periods({ ...caller, referenceNumber, at: now }),
	}
}
