import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { usageActions } from '#app/kernel/vocabulary/subscriptions.ts'
import { id, instantColumn, oneOf } from './columns.ts'
import { shops } from './discovery.ts'
import { subscriptions } from './subscriptions.ts'
import { planSessions, sessionBookings } from './subscriptions-sessions.ts'

/**
 * An entry that a subscription has given: for a place in a session, or for a visit without one. It counts in a week,
 * and no more once it has come back.
 */
export const subscriptionEntries = sqliteTable(
	'subscription_entries',
	{
		id: id(),
		subscriptionId: text('subscription_id')
			.notNull()
			.references(() => subscriptions.id),
		/** Monday 00:00 on the shop's clock, of the week of the session's start or of the visit. */
		weekStartsAt: instantColumn('week_starts_at').notNull(),
		bookingId: text('booking_id')
			.unique()
			.references(() => sessionBookings.id),
		takenAt: instantColumn('taken_at').notNull(),
		returnedAt: instantColumn('returned_at'),
	},
	(t) => [
		// Those that count: in all, and in a week.
		index('subscription_entries_counted')
			.on(t.subscriptionId, t.weekStartsAt)
			.where(sql`${t.returnedAt} is null`),
	],
)

/** The usage history of a subscription. */
export const subscriptionUsage = sqliteTable(
	'subscription_usage',
	{
		id: id(),
		subscriptionId: text('subscription_id')
			.notNull()
			.references(() => subscriptions.id),
		action: text('action', { enum: usageActions }).notNull(),
		/** Entries that counted in all before it, and after. */
		entriesBefore: integer('entries_before').notNull(),
		entriesAfter: integer('entries_after').notNull(),
		/** The session that it was about. */
		sessionId: text('session_id').references(() => planSessions.id),
		occurredAt: instantColumn('occurred_at').notNull(),
	},
	(t) => [
		check('subscription_usage_action', oneOf(t.action, usageActions)),
		index('subscription_usage_by_subscription').on(t.subscriptionId, t.occurredAt),
	],
)

/** A code that lets its holder in once. Its id is in the signed one of the picture; `typedCode` is read out instead. */
export const checkInCodes = sqliteTable(
	'check_in_codes',
	{
		id: id(),
		subscriptionId: text('subscription_id')
			.notNull()
			.references(() => subscriptions.id),
		shopId: text('shop_id')
			.notNull()
			.references(() => shops.id),
		typedCode: text('typed_code').notNull(),
		createdAt: instantColumn('created_at').notNull(),
		expiresAt: instantColumn('expires_at').notNull(),
		usedAt: instantColumn('used_at'),
		/** Names the request that used it, so that the same request may be repeated. */
		usedByKey: text('used_by_key'),
		/** The place that it completed; null for a visit without one. */
		bookingId: text('booking_id').references(() => sessionBookings.id),
	},
	(t) => [
		check('check_in_code_used', sql`(${t.usedAt} is null) = (${t.usedByKey} is null)`),
		uniqueIndex('check_in_codes_one_a_shop').on(t.shopId, t.typedCode),
		index('check_in_codes_by_subscription').on(t.subscriptionId, t.createdAt),
		index('check_in_codes_by_expiry').on(t.expiresAt),
	],
)
