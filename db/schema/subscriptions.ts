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
import {
	entryKinds,
	placeEndings,
	planStatuses,
	sessionBookingStatuses,
	usageActions,
	waitEndings,
} from '#app/kernel/vocabulary/subscriptions.ts'
import { checkouts } from './booking.ts'
import { flagColumn, id, instantColumn, kobo, oneOf } from './columns.ts'
import { shops, staffMembers } from './discovery.ts'

/** What a shop sells for a period: unlimited visits, a number a week, or a number in all. */
export const subscriptionPlans = sqliteTable(
	'subscription_plans',
	{
		id: id(),
		shopId: text('shop_id')
			.notNull()
			.references(() => shops.id),
		title: text('title').notNull(),
		description: text('description').notNull().default(''),
		priceKobo: kobo('price_kobo').notNull(),
		entryKind: text('entry_kind', { enum: entryKinds }).notNull(),
		/** Of a plan with a number of visits in all; null for others. */
		totalVisitsAllowed: integer('total_visits_allowed'),
		/** Of a weekly plan; null for others. A week begins on Monday 00:00 on the shop's clock (D10). */
		maxEntriesPerWeek: integer('max_entries_per_week'),
		periodDays: integer('period_days').notNull().default(30),
		maxPauses: integer('max_pauses').notNull().default(1),
		maxPauseDays: integer('max_pause_days').notNull().default(30),
		/** Whether it can be ordered online and paid at the shop. */
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
		index('subscription_plans_by_shop').on(t.shopId).where(sql`${t.status} = 'on_offer'`),
		// All of them, the newest first.
		index('subscription_plans_on_offer').on(t.createdAt, t.id).where(sql`${t.status} = 'on_offer'`),
	],
)

/**
 * That a checkout buys a plan. It becomes a subscription when its money comes, or when the shop says that it was paid
 * there; one to be paid at the shop ends by itself (D45).
 */
export const planOrders = sqliteTable(
	'plan_orders',
	{
		checkoutId: text('checkout_id')
			.primaryKey()
			.references(() => checkouts.id, { onDelete: 'cascade' }),
		planId: text('plan_id')
			.notNull()
			.references(() => subscriptionPlans.id),
		userId: text('user_id').notNull(),
		/** What the shop finds it by; it grants nothing alone. */
		referenceNumber: text('reference_number').notNull().unique(),
		/** The subscription that it goes on from; null for a new one. */
		renewsSubscriptionId: text('renews_subscription_id').references((): AnySQLiteColumn => subscriptions.id),
		autoRenews: flagColumn('auto_renews').notNull(),
		createdAt: instantColumn('created_at').notNull(),
		/** Until then it is to be paid at the shop; null for one that is paid online. */
		expiresAt: instantColumn('expires_at'),
		/** When one to be paid at the shop was cancelled, replaced, or paid here or otherwise; null while it is open. */
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
	],
)

/** One paid period of a plan. The plan's terms of that moment hold to its end. */
export const subscriptions = sqliteTable(
	'subscriptions',
	{
		id: id(),
		planId: text('plan_id')
			.notNull()
			.references(() => subscriptionPlans.id),
		shopId: text('shop_id')
			.notNull()
			.references(() => shops.id),
		userId: text('user_id').notNull(),
		/** What was agreed and paid. */
		checkoutId: text('checkout_id')
			.notNull()
			.unique()
			.references(() => checkouts.id),
		/** The period before it. Only one goes on from each, so a renewal that is paid twice is one (D45). */
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
		/** A pause has moved it already: by the rest of the pause back again when it ends early. */
		endsAt: instantColumn('ends_at').notNull(),
		autoRenews: flagColumn('auto_renews').notNull(),
		/** The last pause; when it is over it runs again, by comparison (D44). */
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
		// Those whose holders are asked to pay for the next period.
		index('subscriptions_to_renew').on(t.endsAt).where(sql`${t.autoRenews} = 1 and ${t.cancelledAt} is null`),
	],
)

/** A class of a plan at a time. A class that moves is called off, and another one is made. */
export const planSessions = sqliteTable(
	'plan_sessions',
	{
		id: id(),
		planId: text('plan_id')
			.notNull()
			.references(() => subscriptionPlans.id),
		shopId: text('shop_id')
			.notNull()
			.references(() => shops.id),
		staffMemberId: text('staff_member_id').references(() => staffMembers.id),
		startsAt: instantColumn('starts_at').notNull(),
		durationMinutes: integer('duration_minutes').notNull().default(60),
		/** Monday 00:00 on the shop's clock, of the week that an entry for it counts in (D47). */
		weekStartsAt: instantColumn('week_starts_at').notNull(),
		capacity: integer('capacity').notNull().default(0),
		calledOffAt: instantColumn('called_off_at'),
	},
	(t) => [
		check(
			'plan_session_numbers',
			sql`${t.durationMinutes} between 1 and 1440 and ${t.capacity} >= 0 and ${t.startsAt} - ${t.weekStartsAt} between 0 and 694800000`,
		),
		index('plan_sessions_by_plan').on(t.planId, t.startsAt),
	],
)

/** A place in a session. Its times are the session's. */
export const sessionBookings = sqliteTable(
	'session_bookings',
	{
		id: id(),
		sessionId: text('session_id')
			.notNull()
			.references(() => planSessions.id),
		subscriptionId: text('subscription_id')
			.notNull()
			.references(() => subscriptions.id),
		userId: text('user_id').notNull(),
		startsAt: instantColumn('starts_at').notNull(),
		endsAt: instantColumn('ends_at').notNull(),
		status: text('status', { enum: sessionBookingStatuses }).notNull().default('booked'),
		bookedAt: instantColumn('booked_at').notNull(),
		completedAt: instantColumn('completed_at'),
		cancelledAt: instantColumn('cancelled_at'),
		cancelledBy: text('cancelled_by', { enum: placeEndings }),
		cancellationReason: text('cancellation_reason'),
	},
	(t) => [
		check(
			'session_booking_status',
			sql`${oneOf(t.status, sessionBookingStatuses)} and (${t.status} = 'completed') = (${t.completedAt} is not null) and (${t.status} = 'cancelled') = (${t.cancelledAt} is not null) and (${t.cancelledAt} is null) = (${t.cancelledBy} is null) and (${t.cancelledBy} is null or ${oneOf(t.cancelledBy, placeEndings)})`,
		),
		// One live place for each person and session (D47).
		uniqueIndex('session_bookings_one_a_person')
			.on(t.sessionId, t.userId)
			.where(sql`${t.status} <> 'cancelled'`),
		index('session_bookings_by_user').on(t.userId, t.startsAt),
		index('session_bookings_by_subscription').on(t.subscriptionId, t.startsAt),
	],
)

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

/**
 * A customer who waits for a seat. A freed one is held for them until the offer ends; letting two pass ends the wait
 * (D49).
 */
export const sessionWaits = sqliteTable(
	'session_waits',
	{
		id: id(),
		sessionId: text('session_id')
			.notNull()
			.references(() => planSessions.id),
		subscriptionId: text('subscription_id')
			.notNull()
			.references(() => subscriptions.id),
		userId: text('user_id').notNull(),
		joinedAt: instantColumn('joined_at').notNull(),
		offerCount: integer('offer_count').notNull().default(0),
		offeredAt: instantColumn('offered_at'),
		offerExpiresAt: instantColumn('offer_expires_at'),
		endedAt: instantColumn('ended_at'),
		endedBy: text('ended_by', { enum: waitEndings }),
	},
	(t) => [
		check(
			'session_wait_ended',
			sql`(${t.endedAt} is null) = (${t.endedBy} is null) and (${t.endedBy} is null or ${oneOf(t.endedBy, waitEndings)})`,
		),
		check(
			'session_wait_offer',
			sql`${t.offerCount} between 0 and 2 and (${t.offerCount} = 0) = (${t.offeredAt} is null) and (${t.offeredAt} is null) = (${t.offerExpiresAt} is null)`,
		),
		uniqueIndex('session_waits_one_a_person').on(t.sessionId, t.userId).where(sql`${t.endedAt} is null`),
		// The ended ones too: they go with their account (S37).
		index('session_waits_by_user').on(t.userId),
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
