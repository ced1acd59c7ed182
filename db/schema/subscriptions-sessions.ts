import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { placeEndings, sessionBookingStatuses, waitEndings } from '#app/kernel/vocabulary/subscriptions.ts'
import { foreignId, id, instantColumn, oneOf } from './columns.ts'
import { shops, staffMembers } from './discovery.ts'
import { subscriptionPlans, subscriptions } from './subscriptions.ts'

/** A class of a plan at a time. Moving a class cancels it and makes another. */
export const planSessions = sqliteTable(
	'plan_sessions',
	{
		id: id(),
		planId: foreignId('plan_id', () => subscriptionPlans.id),
		shopId: foreignId('shop_id', () => shops.id),
		staffMemberId: text('staff_member_id').references(() => staffMembers.id),
		startsAt: instantColumn('starts_at').notNull(),
		durationMinutes: integer('duration_minutes').notNull().default(60),
		/** Monday 00:00 on the shop's clock, of the week that its entry counts in (D47). */
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
		sessionId: foreignId('session_id', () => planSessions.id),
		subscriptionId: foreignId('subscription_id', () => subscriptions.id),
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

/** Waiting for a seat. A freed one is held until its offer ends; letting two pass ends the wait (D49). */
export const sessionWaits = sqliteTable(
	'session_waits',
	{
		id: id(),
		sessionId: foreignId('session_id', () => planSessions.id),
		subscriptionId: foreignId('subscription_id', () => subscriptions.id),
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
		// Ended waits too: erasing an account finds them (S37).
		index('session_waits_by_user').on(t.userId),
	],
)
