import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { appointments } from './booking.ts'
import { holds } from './booking-drafts.ts'
import { civilDate, flagColumn, foreignId, id, instantColumn, minuteOfDay } from './columns.ts'
import { services, shops, staffMembers } from './discovery.ts'

/** Bookable time is a schedule's hours within the shop's hours. */
export const staffSchedules = sqliteTable(
	'staff_schedules',
	{
		staffMemberId: foreignId('staff_member_id', () => staffMembers.id, { onDelete: 'cascade' }),
		dayOfWeek: integer('day_of_week').notNull(),
		isAvailable: flagColumn('is_available').notNull().default(true),
		startMinute: minuteOfDay('start_minute').notNull(),
		endMinute: minuteOfDay('end_minute').notNull(),
		breakStartMinute: minuteOfDay('break_start_minute'),
		breakEndMinute: minuteOfDay('break_end_minute'),
	},
	(t) => [
		primaryKey({ columns: [t.staffMemberId, t.dayOfWeek] }),
		check('staff_schedule_day', sql`${t.dayOfWeek} between 1 and 7`),
		check(
			'staff_schedule_range',
			sql`0 <= ${t.startMinute} and ${t.startMinute} < ${t.endMinute} and ${t.endMinute} <= 1440`,
		),
		check(
			'staff_schedule_break',
			sql`(${t.breakStartMinute} is null) = (${t.breakEndMinute} is null) and (${t.breakStartMinute} is null or ${t.breakStartMinute} <= ${t.breakEndMinute})`,
		),
	],
)

export const staffDaysOff = sqliteTable(
	'staff_days_off',
	{
		staffMemberId: foreignId('staff_member_id', () => staffMembers.id, { onDelete: 'cascade' }),
		date: civilDate('date').notNull(),
		/** The person has left the shop by this date: no day off, no holiday. */
		hasLeft: flagColumn('has_left').notNull().default(false),
	},
	(t) => [primaryKey({ columns: [t.staffMemberId, t.date] })],
)

/**
 * Times that holds and live appointments take of staff, one row per service. One table for both, so that the same
 * triggers refuse every overlap.
 */
export const calendarEntries = sqliteTable(
	'calendar_entries',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id),
		staffMemberId: foreignId('staff_member_id', () => staffMembers.id),
		serviceId: foreignId('service_id', () => services.id),
		/** 0 for the first service. */
		position: integer('position').notNull().default(0),
		holdId: text('hold_id').references(() => holds.id, { onDelete: 'cascade' }),
		appointmentId: text('appointment_id').references(() => appointments.id),
		/** On the shop's clock, for the check against hours and breaks. */
		date: civilDate('date').notNull(),
		startMinute: minuteOfDay('start_minute').notNull(),
		endMinute: minuteOfDay('end_minute').notNull(),
		startsAt: instantColumn('starts_at').notNull(),
		endsAt: instantColumn('ends_at').notNull(),
		/** `endsAt` plus the buffer. */
		blockedUntilAt: instantColumn('blocked_until_at').notNull(),
		/** The end of a hold; null for an appointment, which counts until cancelled. */
		heldUntilAt: instantColumn('held_until_at'),
		/** The writer's "now": triggers compare holds with it, never with the database's clock. */
		writtenAt: instantColumn('checked_at').notNull(),
	},
	(t) => [
		check(
			'calendar_owner',
			sql`(${t.holdId} is null) <> (${t.appointmentId} is null) and (${t.holdId} is null) = (${t.heldUntilAt} is null)`,
		),
		check(
			'calendar_range',
			sql`${t.startsAt} < ${t.endsAt} and ${t.endsAt} <= ${t.blockedUntilAt} and ${t.startMinute} < ${t.endMinute} and ${t.blockedUntilAt} - ${t.startsAt} <= 86400000`,
		),
		index('calendar_by_staff').on(t.staffMemberId, t.startsAt),
		index('calendar_by_hold').on(t.holdId),
		index('calendar_by_appointment').on(t.appointmentId),
	],
)

export const shopClosedDays = sqliteTable(
	'shop_closed_days',
	{
		shopId: foreignId('shop_id', () => shops.id, { onDelete: 'cascade' }),
		date: civilDate('date').notNull(),
		/** For customers: 'Public holiday'; may be empty. */
		reason: text('reason').notNull().default(''),
	},
	(t) => [primaryKey({ columns: [t.shopId, t.date] })],
)

export const blockedTimes = sqliteTable(
	'blocked_times',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id, { onDelete: 'cascade' }),
		staffMemberId: foreignId('staff_member_id', () => staffMembers.id, { onDelete: 'cascade' }),
		startsAt: instantColumn('starts_at').notNull(),
		endsAt: instantColumn('ends_at').notNull(),
		/** For staff only. */
		reason: text('reason').notNull().default(''),
		/** The writer's "now": holds are compared with it. */
		createdAt: instantColumn('created_at').notNull(),
	},
	(t) => [
		check('blocked_time_range', sql`${t.startsAt} < ${t.endsAt} and ${t.endsAt} - ${t.startsAt} <= 86400000`),
		index('blocked_times_by_staff').on(t.staffMemberId, t.startsAt),
	],
)
