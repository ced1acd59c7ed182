import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import { entryKinds, usageActions } from '#app/kernel/vocabulary/subscriptions.ts'
import { actorAsked, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { owedCashback } from '#db/owed-cashback.server.ts'
import { decode, flag, integer, json, nullable, text, word } from '#db/row.server.ts'
import { checkouts } from '#db/schema/booking.ts'
import { shops, staffMembers } from '#db/schema/discovery.ts'
import { cashbackUses } from '#db/schema/loyalty.ts'
import { refunds } from '#db/schema/payments.ts'
import {
	planSessions,
	sessionBookings,
	subscriptionEntries,
	subscriptionPlans,
	subscriptions,
	subscriptionUsage,
} from '#db/schema/subscriptions.ts'
import { preparedRead } from '#db/statement.server.ts'
import { countedEntries } from './entry-repository.server.ts'
import { weekStartsAt } from './week.server.ts'

const { placeholder } = sql

/** Longer than any week, the one of a clock change too. */
const WEEK_AT_MOST_MS = 8 * DAY_MS

const times = {
	startsAt: integer('starts_at'),
	endsAt: integer('ends_at'),
	pausedAt: nullable(integer('paused_at')),
	resumesAt: nullable(integer('resumes_at')),
	cancelledAt: nullable(integer('cancelled_at')),
}

/** The end of the next period, which is paid for. By hand, because the table stands in the query twice. */
const renewedUntil = sql`(SELECT max(later.ends_at) FROM ${subscriptions} later
	WHERE later.renews_subscription_id = ${subscriptions.id} AND later.cancelled_at IS NULL)`

const listedColumns = sql`${subscriptions.id}, ${subscriptions.planId}, ${subscriptions.startsAt}, ${subscriptions.endsAt}, ${subscriptions.pausedAt},
	${subscriptions.resumesAt}, ${subscriptions.cancelledAt}, ${subscriptions.entryKind}, ${subscriptions.totalVisitsAllowed},
	${subscriptions.maxEntriesPerWeek}, ${subscriptions.autoRenews}, ${subscriptionPlans.title}, ${subscriptionPlans.description},
	${shops.id} AS shop_id, ${shops.name} AS shop_name, ${shops.timeZone},
	${countedEntries(sql`${subscriptions.id}`)} AS entries_used, ${renewedUntil} AS renewed_until,
	(SELECT json_group_object(week_starts_at, entries) FROM (SELECT ${subscriptionEntries.weekStartsAt} AS week_starts_at,
			count(*) AS entries FROM ${subscriptionEntries}
		WHERE ${subscriptionEntries.subscriptionId} = ${subscriptions.id} AND ${subscriptionEntries.returnedAt} IS NULL
			AND ${subscriptionEntries.weekStartsAt} > ${placeholder('at')} - ${WEEK_AT_MOST_MS}
		GROUP BY ${subscriptionEntries.weekStartsAt})) AS weeks`

const joins = sql`JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
	JOIN ${shops} ON ${shops.id} = ${subscriptions.shopId}`

const listed = {
	...times,
	id: text('id'),
	planId: text('plan_id'),
	entryKind: word('entry_kind', entryKinds),
	totalVisitsAllowed: nullable(integer('total_visits_allowed')),
	maxEntriesPerWeek: nullable(integer('max_entries_per_week')),
	autoRenews: flag('auto_renews'),
	title: text('title'),
	description: text('description'),
	entriesUsed: integer('entries_used'),
	/** When the next period ends, where that is paid for already; else null. */
	renewedUntil: nullable(integer('renewed_until')),
	/** Entries that count, by the start of their week: of this week and those ahead. */
	weeks: json<Record<string, number>>('weeks'),
	shop: decode({ id: text('shop_id'), name: text('shop_name'), timeZone: text('time_zone') }),
}
const toListed = decode(listed)
type Listed = ReturnType<typeof toListed>

/** Newest end first, so that what runs longest stands first and what has ended last. */
const listOf = preparedRead(
	sql`SELECT ${listedColumns} FROM ${subscriptions} ${joins}
		WHERE ${subscriptions.userId} = ${actorUserId(actorAsked)}
		ORDER BY ${subscriptions.endsAt} DESC, ${subscriptions.id} DESC LIMIT ${placeholder('limit')}`,
	toListed,
)

/**
 * Each period is renewed once, even where the next one was cancelled, and not where the plan was bought anew since
 * (F16).
 */
const isRenewable = sql`(${subscriptions.cancelledAt} IS NULL AND ${subscriptionPlans.status} = 'on_offer'
	AND NOT EXISTS (SELECT 1 FROM ${subscriptions} later WHERE later.renews_subscription_id = ${subscriptions.id})
	AND NOT EXISTS (SELECT 1 FROM ${subscriptions} held WHERE held.user_id = ${subscriptions.userId} AND held.plan_id = ${subscriptions.planId}
		AND held.cancelled_at IS NULL AND held.ends_at > max(${subscriptions.endsAt}, ${placeholder('at')})))`

const detail = preparedRead(
	sql`SELECT ${listedColumns}, ${subscriptions.maxPauses}, ${subscriptions.maxPauseDays}, ${subscriptions.pauseCount},
			${subscriptions.createdAt}, ${subscriptions.cancellationReason}, ${checkouts.totalKobo}, ${checkouts.cashbackKobo},
			${subscriptions.checkoutId}, ${checkouts.paymentChoice} = 'online' AS is_paid_online,
			${sql`(SELECT count(*) FROM ${sessionBookings} WHERE ${sessionBookings.subscriptionId} = ${subscriptions.id}
				AND ${sessionBookings.status} = 'booked' AND ${sessionBookings.endsAt} > ${placeholder('at')})`} AS places_ahead,
			${isRenewable} AS is_renewable,
			(SELECT coalesce(sum(${refunds.amountKobo}), 0) FROM ${refunds}
				WHERE ${refunds.paymentReference} = ${checkouts.paymentReference}) AS refunded_kobo,
			(${checkouts.cashbackKobo} > 0 AND NOT EXISTS (SELECT 1 FROM ${cashbackUses}
				WHERE ${cashbackUses.checkoutId} = ${checkouts.id})) AS is_cashback_back,
			CASE WHEN ${checkouts.cashbackKobo} = 0 THEN 0 ELSE
				${owedCashback(sql`${subscriptions.userId}`, sql`${subscriptions.shopId}`)} END AS owed_cashback_kobo
		FROM ${subscriptions} ${joins} JOIN ${checkouts} ON ${checkouts.id} = ${subscriptions.checkoutId}
		WHERE ${subscriptions.id} = ${placeholder('subscriptionId')} AND ${subscriptions.userId} = ${actorUserId(actorAsked)}`,
	decode({
		...listed,
		maxPauses: integer('max_pauses'),
		maxPauseDays: integer('max_pause_days'),
		pauseCount: integer('pause_count'),
		createdAt: integer('created_at'),
		cancellationReason: nullable(text('cancellation_reason')),
		/** What it cost after discounts, and what of it cashback paid. */
		totalKobo: integer('total_kobo'),
		cashbackKobo: integer('cashback_kobo'),
		checkoutId: text('checkout_id'),
		isPaidOnline: flag('is_paid_online'),
		placesAhead: integer('places_ahead'),
		isRenewable: flag('is_renewable'),
		/** What went back of its payment, or is on its way. */
		refundedKobo: integer('refunded_kobo'),
		/** The cashback that paid a part of it can be used again. */
		isCashbackBack: flag('is_cashback_back'),
		/** What cashback that comes back pays first: what the account owes the shop (S27). */
		owedCashbackKobo: integer('owed_cashback_kobo'),
	}),
)

const isOwnSubscription = sql`(SELECT ${subscriptions.id} FROM ${subscriptions}
	WHERE ${subscriptions.id} = ${placeholder('subscriptionId')} AND ${subscriptions.userId} = ${actorUserId(actorAsked)})`

const history = preparedRead(
	sql`SELECT CAST(${subscriptionUsage}.rowid AS text) AS id, ${subscriptionUsage.action}, ${subscriptionUsage.entriesBefore},
			${subscriptionUsage.entriesAfter}, ${subscriptionUsage.occurredAt}, ${planSessions.startsAt} AS session_starts_at
		FROM ${subscriptionUsage} LEFT JOIN ${planSessions} ON ${planSessions.id} = ${subscriptionUsage.sessionId}
		WHERE ${subscriptionUsage.subscriptionId} = ${isOwnSubscription}
			AND (${subscriptionUsage.occurredAt}, ${subscriptionUsage}.rowid) < (${placeholder('beforeAt')}, CAST(${placeholder('beforeId')} AS integer))
		ORDER BY ${subscriptionUsage.occurredAt} DESC, ${subscriptionUsage}.rowid DESC LIMIT ${placeholder('limit')}`,
	decode({
		/** In the order of writing: lines of one instant keep theirs. */
		id: text('id'),
		action: word('action', usageActions),
		entriesBefore: integer('entries_before'),
		entriesAfter: integer('entries_after'),
		occurredAt: integer('occurred_at'),
		/** Null for what was no session's. */
		sessionStartsAt: nullable(integer('session_starts_at')),
	}),
)
export type UsageLine = Awaited<
	ReturnType<ReturnType<typeof createOwnSubscriptionRepository>['usageHistory']>
>[number]

const placesAhead = preparedRead(
	sql`SELECT ${sessionBookings.id}, ${sessionBookings.startsAt}, ${sessionBookings.endsAt},
			${staffMembers.firstName} AS staff_name
		FROM ${sessionBookings} JOIN ${planSessions} ON ${planSessions.id} = ${sessionBookings.sessionId}
		LEFT JOIN ${staffMembers} ON ${staffMembers.id} = ${planSessions.staffMemberId}
		WHERE ${sessionBookings.subscriptionId} = ${isOwnSubscription} AND ${sessionBookings.status} = 'booked'
			AND ${sessionBookings.endsAt} > ${actorAsked.at}
		ORDER BY ${sessionBookings.startsAt}, ${sessionBookings.id} LIMIT ${placeholder('limit')}`,
	decode({
		id: text('id'),
		startsAt: integer('starts_at'),
		endsAt: integer('ends_at'),
		staffName: nullable(text('staff_name')),
	}),
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
