import { sql } from 'drizzle-orm'
import {
	type AnySQLiteColumn,
	check,
	index,
	integer,
	sqliteTable,
	text,
	uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { entryKinds, planStatuses } from '#app/kernel/vocabulary/subscriptions.ts'
import { checkouts } from './booking.ts'
import { flagColumn, foreignId, id, instantColumn, kobo, oneOf } from './columns.ts'
import { shops } from './discovery.ts'

export const subscriptionPlans = sqliteTable(
	'subscription_plans',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id),
		title: text('title').notNull(),
		description: text('description').notNull().default(''),
		priceKobo: kobo('price_kobo').notNull(),
		entryKind: text('entry_kind', { enum: entryKinds }).notNull(),
		/** Null for plans without a total. */
		totalVisitsAllowed: integer('total_visits_allowed'),
		/** Null for other plans. A week begins on Monday 00:00 on the shop's clock (D10). */
		maxEntriesPerWeek: integer('max_entries_per_week'),
		periodDays: integer('period_days').notNull().default(30),
		maxPauses: integer('max_pauses').notNull().default(1),
		maxPauseDays: integer('max_pause_days').notNull().default(30),
		/** Ordered online and paid at the shop. */
		isPayableAtShop: flagColumn('is_payable_at_shop').notNull().default(true),
		status: text('status', { enum: planStatuses }).notNull().default('on_offer'),
		createdAt: instantColumn('created_at').notNull(),
	},
	(t) => [
		check(
			'subscription_plan_vocabulary',
			sql`${oneOf(t.entryKind, entryKinds)} and ${oneOf(t.status, planStatuses)}`,
		),
		check(
			'subscription_plan_entries',
			sql`(${t.entryKind} = 'total') = (${t.totalVisitsAllowed} is not null) and (${t.entryKind} = 'weekly') = (${t.maxEntriesPerWeek} is not null) and coalesce(${t.totalVisitsAllowed}, 1) > 0 and coalesce(${t.maxEntriesPerWeek}, 1) > 0`,
		),
		// Whole naira: what is paid online has no kobo.
		check('subscription_plan_price', sql`${t.priceKobo} > 0 and ${t.priceKobo} % 100 = 0`),
		check(
			'subscription_plan_times',
			sql`${t.periodDays} between 1 and 366 and ${t.maxPauses} >= 0 and ${t.maxPauseDays} between 1 and 366`,
		),
		// The shop sees withdrawn ones too.
		index('subscription_plans_of_shop').on(t.shopId, t.status, t.title),
		// Of all shops, the newest first.
		index('subscription_plans_on_offer').on(t.createdAt, t.id).where(sql`${t.status} = 'on_offer'`),
	],
)

/** Paying it, online or at the shop, makes the subscription. An order to be paid at the shop expires (D45). */
export const planOrders = sqliteTable(
	'plan_orders',
	{
		checkoutId: text('checkout_id')
			.primaryKey()
			.references(() => checkouts.id, { onDelete: 'cascade' }),
		planId: foreignId('plan_id', () => subscriptionPlans.id),
		userId: text('user_id').notNull(),
		/** For the shop's desk; it grants nothing alone. */
		referenceNumber: text('reference_number').notNull().unique(),
		/** The period before a renewal. */
		renewsSubscriptionId: text('renews_subscription_id').references((): AnySQLiteColumn => subscriptions.id),
		autoRenews: flagColumn('auto_renews').notNull(),
		createdAt: instantColumn('created_at').notNull(),
		/** The deadline to pay at the shop; null for online payment. */
		expiresAt: instantColumn('expires_at'),
		/** When an order at the shop was cancelled, replaced or paid; null while open. */
		endedAt: instantColumn('ended_at'),
	},
	(t) => [
		index('plan_orders_by_user').on(t.userId, t.createdAt),
		// One open order for each account, plan and renewal (D62).
		uniqueIndex('plan_orders_one_open')
			.on(
				t.userId,
				t.planId,
				sql`(case when ${t.renewsSubscriptionId} is null then '' else ${t.renewsSubscriptionId} end)`,
			)
			.where(sql`${t.expiresAt} is not null and ${t.endedAt} is null`),
		// Orders that wait for money at a shop.
		index('plan_orders_waiting')
			.on(t.planId, t.expiresAt)
			.where(sql`${t.expiresAt} is not null and ${t.endedAt} is null`),
	],
)

/** One paid period, on the plan's terms of that moment. */
export const subscriptions = sqliteTable(
	'subscriptions',
	{
		id: id(),
		planId: foreignId('plan_id', () => subscriptionPlans.id),
		shopId: foreignId('shop_id', () => shops.id),
		userId: text('user_id').notNull(),
		/** What was agreed and paid. */
		checkoutId: text('checkout_id')
			.notNull()
			.unique()
			.references(() => checkouts.id),
		/** The period before it. Each has one successor, so a renewal paid twice is one (D45). */
		renewsSubscriptionId: text('renews_subscription_id')
			.unique()
			.references((): AnySQLiteColumn => subscriptions.id),
		entryKind: text('entry_kind', { enum: entryKinds }).notNull(),
		totalVisitsAllowed: integer('total_visits_allowed'),
		maxEntriesPerWeek: integer('max_entries_per_week'),
		maxPauses: integer('max_pauses').notNull(),
		maxPauseDays: integer('max_pause_days').notNull(),
		priceKobo: kobo('price_kobo').notNull(),
		startsAt: instantColumn('starts_at').notNull(),
		/** With the pause added; ending the pause early subtracts its rest. */
		endsAt: instantColumn('ends_at').notNull(),
		autoRenews: flagColumn('auto_renews').notNull(),
		/** The last pause; it ends by comparison with now (D44). */
		pausedAt: instantColumn('paused_at'),
		resumesAt: instantColumn('resumes_at'),
		pauseCount: integer('pause_count').notNull().default(0),
		cancelledAt: instantColumn('cancelled_at'),
		cancellationReason: text('cancellation_reason'),
		createdAt: instantColumn('created_at').notNull(),
	},
	(t) => [
		check('subscription_vocabulary', oneOf(t.entryKind, entryKinds)),
		check(
			'subscription_entries_allowed',
			sql`(${t.entryKind} = 'total') = (${t.totalVisitsAllowed} is not null) and (${t.entryKind} = 'weekly') = (${t.maxEntriesPerWeek} is not null)`,
		),
		check('subscription_period', sql`${t.startsAt} < ${t.endsAt}`),
		check(
			'subscription_pause',
			sql`(${t.pausedAt} is null) = (${t.resumesAt} is null) and coalesce(${t.pausedAt} <= ${t.resumesAt}, 1) and ${t.pauseCount} between 0 and ${t.maxPauses}`,
		),
		check('subscription_cancelled', sql`(${t.cancelledAt} is null) = (${t.cancellationReason} is null)`),
		index('subscriptions_by_user').on(t.userId, t.endsAt),
		index('subscriptions_by_plan').on(t.planId, t.endsAt),
		// A shop's sales of a period.
		index('subscriptions_by_shop').on(t.shopId, t.createdAt),
		// Subscriptions whose holders are asked to pay for the next period.
		index('subscriptions_to_renew').on(t.endsAt).where(sql`${t.autoRenews} = 1 and ${t.cancelledAt} is null`),
	],
)
