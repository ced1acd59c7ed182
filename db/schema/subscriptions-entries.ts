import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { usageActions } from '#app/kernel/vocabulary/subscriptions.ts'
import { foreignId, id, instantColumn, oneOf } from './columns.ts'
import { shops } from './discovery.ts'
import { subscriptions } from './subscriptions.ts'
import { planSessions, sessionBookings } from './subscriptions-sessions.ts'

/** A used entry, for a place in a session or for a visit. It counts in a week, until it is reversed. */
export const subscriptionEntries = sqliteTable(
	'subscription_entries',
	{
		id: id(),
		subscriptionId: foreignId('subscription_id', () => subscriptions.id),
		/** Monday 00:00 on the shop's clock, of the session's or visit's week. */
		weekStartsAt: instantColumn('week_starts_at').notNull(),
		bookingId: text('booking_id')
			.unique()
			.references(() => sessionBookings.id),
		takenAt: instantColumn('taken_at').notNull(),
		returnedAt: instantColumn('returned_at'),
	},
	(t) => [
		// The ones that count: in all, and in a week.
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
		subscriptionId: foreignId('subscription_id', () => subscriptions.id),
		action: text('action', { enum: usageActions }).notNull(),
		/** Counted entries before it, and after. */
		entriesBefore: integer('entries_before').notNull(),
		entriesAfter: integer('entries_after').notNull(),
		sessionId: text('session_id').references(() => planSessions.id),
		occurredAt: instantColumn('occurred_at').notNull(),
	},
	(t) => [
		check('subscription_usage_action', oneOf(t.action, usageActions)),
		index('subscription_usage_by_subscription').on(t.subscriptionId, t.occurredAt),
	],
)

/** Lets its holder in once. The QR code holds its signed id; `typedCode` can be read out instead. */
export const checkInCodes = sqliteTable(
	'check_in_codes',
	{
		id: id(),
		subscriptionId: foreignId('subscription_id', () => subscriptions.id),
		shopId: foreignId('shop_id', () => shops.id),
		typedCode: text('typed_code').notNull(),
		createdAt: instantColumn('created_at').notNull(),
		expiresAt: instantColumn('expires_at').notNull(),
		usedAt: instantColumn('used_at'),
		/** The request that used it, which may be repeated. */
		usedByKey: text('used_by_key'),
		/** The completed place; null for a visit without one. */
		bookingId: text('booking_id').references(() => sessionBookings.id),
	},
	(t) => [
		check('check_in_code_used', sql`(${t.usedAt} is null) = (${t.usedByKey} is null)`),
		uniqueIndex('check_in_codes_one_a_shop').on(t.shopId, t.typedCode),
		index('check_in_codes_by_subscription').on(t.subscriptionId, t.createdAt),
		index('check_in_codes_by_expiry').on(t.expiresAt),
	],
)
