import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import { entryKinds, usageActions } from '#app/kernel/vocabulary/subscriptions.ts'
import { actorAsked, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { owedCashback } from '#db/owed-cashback.server.ts'
import { flag, instant, integer, json, nullable, rows, text, word } from '#db/row.server.ts'
import { checkouts } from '#db/schema/booking.ts'
import { shops, staffMembers } from '#db/schema/discovery.ts'
import { cashbackUses } from '#db/schema/loyalty-cashback.ts'
import { refunds } from '#db/schema/payments.ts'
import { subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { subscriptionEntries, subscriptionUsage } from '#db/schema/subscriptions-entries.ts'
import { planSessions, sessionBookings } from '#db/schema/subscriptions-sessions.ts'
import { preparedSelect } from '#db/statement.server.ts'
import { countedEntries } from './entry-repository.server.ts'
import { weekStartsAt } from './week.server.ts'

const { placeholder } = sql

/** Longer than any week, the one of a clock change too. */
const WEEK_AT_MOST_MS = 8 * DAY_MS

/** When a subscription runs: of `SubscriptionTimes`. */
export const subscriptionTimes = {
	startsAt: instant(subscriptions.startsAt),
	endsAt: instant(subscriptions.endsAt),
	pausedAt: nullable(instant(subscriptions.pausedAt)),
	resumesAt: nullable(instant(subscriptions.resumesAt)),
	cancelledAt: nullable(instant(subscriptions.cancelledAt)),
}

/** How many entries a subscription gives. */
export const subscriptionLimits = {
	entryKind: word(subscriptions.entryKind, entryKinds),
	totalVisitsAllowed: nullable(integer(subscriptions.totalVisitsAllowed)),
	maxEntriesPerWeek: nullable(integer(subscriptions.maxEntriesPerWeek)),
}

/** How many of them are used. */
export const usedEntries = (now: SQL | Instant) => ({
	entriesUsed: integer(countedEntries(sql`${subscriptions.id}`)),
	/** Entries that count, by the start of their week: of this week and those ahead. */
	weeks: json<Record<string, number>>(
		sql`(SELECT json_group_object(week_starts_at, entries) FROM (SELECT ${subscriptionEntries.weekStartsAt} AS week_starts_at,
				count(*) AS entries FROM ${subscriptionEntries}
			WHERE ${subscriptionEntries.subscriptionId} = ${subscriptions.id} AND ${subscriptionEntries.returnedAt} IS NULL
				AND ${subscriptionEntries.weekStartsAt} > ${now} - ${WEEK_AT_MOST_MS}
			GROUP BY ${subscriptionEntries.weekStartsAt}))`,
	),
})

/** The end of the next period, which is paid for. By hand, because the table stands in the query twice. */
const renewedUntil = sql`(SELECT max(later.ends_at) FROM ${subscriptions} later
	WHERE later.renews_subscription_id = ${subscriptions.id} AND later.cancelled_at IS NULL)`

const joins = sql`JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
	JOIN ${shops} ON ${shops.id} = ${subscriptions.shopId}`

/**
 * Each period is renewed once, even where the next one was cancelled, and not where the plan was bought anew since
 * (F16).
 */
const isRenewable = sql`(${subscriptions.cancelledAt} IS NULL AND ${subscriptionPlans.status} = 'on_offer' AND ${shops.isListed} = 1
	AND NOT EXISTS (SELECT 1 FROM ${subscriptions} later WHERE later.renews_subscription_id = ${subscriptions.id})
	AND NOT EXISTS (SELECT 1 FROM ${subscriptions} held WHERE held.user_id = ${subscriptions.userId} AND held.plan_id = ${subscriptions.planId}
		AND held.cancelled_at IS NULL AND held.ends_at > max(${subscriptions.endsAt}, ${placeholder('at')})))`

const listed = {
	...subscriptionTimes,
	...subscriptionLimits,
	id: text(subscriptions.id),
	planId: text(subscriptions.planId),
	autoRenews: flag(subscriptions.autoRenews),
	title: text(subscriptionPlans.title),
	description: text(subscriptionPlans.description),
	...usedEntries(sql`${placeholder('at')}`),
	/** When the next period ends, where that is paid for already; else null. */
	renewedUntil: nullable(integer(renewedUntil)),
	isRenewable: flag(isRenewable),
	shop: rows({ id: text(shops.id), name: text(shops.name), timeZone: text(shops.timeZone) }),
}
const listedRow = rows(listed)
type Listed = ReturnType<typeof listedRow.read>

/** Newest end first, so that what runs longest stands first and what has ended last. */
const listOf = preparedSelect(
	listedRow,
	() => sql`FROM ${subscriptions} ${joins} WHERE ${subscriptions.userId} = ${actorUserId(actorAsked)}
		ORDER BY ${subscriptions.endsAt} DESC, ${subscriptions.id} DESC LIMIT ${placeholder('limit')}`,
)

const detail = preparedSelect(
	rows({
		...listed,
		maxPauses: integer(subscriptions.maxPauses),
		maxPauseDays: integer(subscriptions.maxPauseDays),
		pauseCount: integer(subscriptions.pauseCount),
		createdAt: instant(subscriptions.createdAt),
		cancellationReason: nullable(text(subscriptions.cancellationReason)),
		/** What it cost after discounts, and what of it cashback paid. */
		totalKobo: integer(checkouts.totalKobo),
		cashbackKobo: integer(checkouts.cashbackKobo),
		checkoutId: text(subscriptions.checkoutId),
		isPaidOnline: flag(sql`${checkouts.paymentChoice} = 'online'`),
		placesAhead:
			integer(sql`(SELECT count(*) FROM ${sessionBookings} WHERE ${sessionBookings.subscriptionId} = ${subscriptions.id}
				AND ${sessionBookings.status} = 'booked' AND ${sessionBookings.endsAt} > ${placeholder('at')})`),
		/** What went back of its payment, or is on its way. */
		refundedKobo: integer(sql`(SELECT coalesce(sum(${refunds.amountKobo}), 0) FROM ${refunds}
			WHERE ${refunds.paymentReference} = ${checkouts.paymentReference})`),
		/** The cashback that paid a part of it can be used again. */
		isCashbackBack: flag(sql`${checkouts.cashbackKobo} > 0 AND NOT EXISTS (SELECT 1 FROM ${cashbackUses}
			WHERE ${cashbackUses.checkoutId} = ${checkouts.id})`),
		/** What cashback that comes back pays first: what the account owes the shop (D38). */
		owedCashbackKobo: integer(sql`CASE WHEN ${checkouts.cashbackKobo} = 0 THEN 0 ELSE
			${owedCashback(sql`${subscriptions.userId}`, sql`${subscriptions.shopId}`)} END`),
	}),
	() => sql`FROM ${subscriptions} ${joins} JOIN ${checkouts} ON ${checkouts.id} = ${subscriptions.checkoutId}
		WHERE ${subscriptions.id} = ${placeholder('subscriptionId')} AND ${subscriptions.userId} = ${actorUserId(actorAsked)}`,
)

const isOwnSubscription = sql`(SELECT ${subscriptions.id} FROM ${subscriptions}
	WHERE ${subscriptions.id} = ${placeholder('subscriptionId')} AND ${subscriptions.userId} = ${actorUserId(actorAsked)})`

const history = preparedSelect(
	rows({
		/** In the order of writing: lines of one instant keep theirs. */
		id: text(sql`CAST(${subscriptionUsage}.rowid AS text)`),
		action: word(subscriptionUsage.action, usageActions),
		entriesBefore: integer(subscriptionUsage.entriesBefore),
		entriesAfter: integer(subscriptionUsage.entriesAfter),
		occurredAt: instant(subscriptionUsage.occurredAt),
		/** Null for a line that belongs to no session. */
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
		id: text(sessionBookings.id),
		startsAt: instant(sessionBookings.startsAt),
		endsAt: instant(sessionBookings.endsAt),
		staffName: nullable(text(staffMembers.firstName)),
	}),
	() => sql`FROM ${sessionBookings} JOIN ${planSessions} ON ${planSessions.id} = ${sessionBookings.sessionId}
		LEFT JOIN ${staffMembers} ON ${staffMembers.id} = ${planSessions.staffMemberId}
		WHERE ${sessionBookings.subscriptionId} = ${isOwnSubscription} AND ${sessionBookings.status} = 'booked'
			AND ${sessionBookings.endsAt} > ${actorAsked.at}
		ORDER BY ${sessionBookings.startsAt}, ${sessionBookings.id} LIMIT ${placeholder('limit')}`,
)
export type PlaceAhead = { id: string; startsAt: Instant; endsAt: Instant; staffName: string | null }

/** More of them than a customer has at a time: the tiles count all. */
const MOST_HELD = 200

/** The plans of the customer who is signed in. */
export function createOwnSubscriptionRepository(read: Database['read']) {
	return {
		/** All of the actor's, that which ends last first; those of a tab are chosen by `subscriptionState`. */
		listSubscriptions: async (actor: Actor) =>
			(await read(listOf({ ...actor, limit: MOST_HELD }))).map((row) => withWeek(row, actor.at)),

		/** Null for an unknown one, or another customer's. */
		async subscriptionOf(actor: Actor, subscriptionId: string) {
			const [found] = await read(detail({ ...actor, subscriptionId }))
			return found ? withWeek(found, actor.at) : null
		},

		/** Its events, newest first. Empty for another customer's. */
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

		/** Its places in sessions that are not over, the next one first. */
		placesAheadOf: (actor: Actor, subscriptionId: string, limit: number): Promise<PlaceAhead[]> =>
			read(placesAhead({ ...actor, subscriptionId, limit })),
	}
}

/** Entries of the week that it now is on the shop's clock (D10). */
function withWeek<Row extends Listed>(row: Row, now: Instant): Row & { entriesUsedInWeek: number } {
	return { ...row, entriesUsedInWeek: row.weeks[String(weekStartsAt(row.shop.timeZone, now))] ?? 0 }
}

export type OwnSubscriptionRepository = ReturnType<typeof createOwnSubscriptionRepository>
export type HeldSubscription = Awaited<ReturnType<OwnSubscriptionRepository['listSubscriptions']>>[number]
export type SubscriptionDetail = NonNullable<Awaited<ReturnType<OwnSubscriptionRepository['subscriptionOf']>>>
