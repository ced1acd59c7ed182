import { and, between, eq, type SQL, sql } from 'drizzle-orm'
import { addDays, type CivilDate, daysBetween } from '#app/kernel/civil.ts'
import type { ClosedDay } from '#app/kernel/vocabulary/discovery.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { pickColumns, rows } from '#db/row.server.ts'
import { shopClosedDays, staffDaysOff, staffSchedules } from '#db/schema/availability.ts'
import { staffMembers } from '#db/schema/discovery.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { deleteWhere, insertFrom, insertRow, placeholder, preparedSelect } from '#db/statement.server.ts'

export type WorkingDay = Omit<typeof staffSchedules.$inferSelect, 'staffMemberId' | 'isAvailable'>

/** Bookings are not made further ahead. */
const DAY_LIMIT = 400

const scheduleRow = rows({
	...pickColumns(staffSchedules, 'dayOfWeek', 'startMinute', 'endMinute', 'breakStartMinute'),
	breakEndMinute: staffSchedules.breakEndMinute,
})
const limit = sql.raw(String(DAY_LIMIT))

function rosterReads(shopId: SQL) {
	const person = sql`(SELECT ${staffMembers.id} FROM ${staffMembers} WHERE ${staffMembers.shopId} = ${shopId}
		AND ${staffMembers.id} = ${placeholder('staffMemberId')})`
	return {
		schedule: preparedSelect<WorkingDay>(
			scheduleRow,
			() => sql`FROM ${staffSchedules} WHERE ${staffSchedules.staffMemberId} = ${person}
				AND ${staffSchedules.isAvailable} = 1 ORDER BY ${staffSchedules.dayOfWeek}`,
		),
		daysOff: preparedSelect<{ date: CivilDate }>(
			rows({ date: staffDaysOff.date }),
			() => sql`FROM ${staffDaysOff} WHERE ${staffDaysOff.staffMemberId} = ${person}
				AND ${staffDaysOff.date} >= ${placeholder('from')} AND ${staffDaysOff.hasLeft} = 0
				ORDER BY ${staffDaysOff.date} LIMIT ${limit}`,
		),
		closedDays: preparedSelect<ClosedDay>(
			rows({ date: shopClosedDays.date, reason: shopClosedDays.reason }),
			() => sql`FROM ${shopClosedDays} WHERE ${shopClosedDays.shopId} = ${shopId}
				AND ${shopClosedDays.date} >= ${placeholder('from')} ORDER BY ${shopClosedDays.date} LIMIT ${limit}`,
		),
	}
}

const ofShop = rosterReads(sql`${placeholder('shopId')}`)
const ofCaller = rosterReads(callingShopId(shopCallerPlaceholders))

/** Bookings are made at most a year ahead (`shops.horizon_days`). */
const DAYS_AFTER_LEAVING = 366

/** When a shop's people work. The caller checks that they are the shop's before a write. */
export function createRosterRepository(read: Database['read']) {
	return {
		schedule: (shopId: string, staffMemberId: string): Promise<WorkingDay[]> =>
			read(ofShop.schedule({ shopId, staffMemberId })),

		daysOff: (shopId: string, staffMemberId: string, from: CivilDate): Promise<{ date: CivilDate }[]> =>
			read(ofShop.daysOff({ shopId, staffMemberId, from })),

		/** Of a person of the caller's shop; empty for another shop's. */
		ownSchedule: ({ secretHash, kind }: ShopCaller, staffMemberId: string): Promise<WorkingDay[]> =>
			read(ofCaller.schedule({ secretHash, kind, staffMemberId })),

		ownDaysOff: (
			{ secretHash, kind }: ShopCaller,
			staffMemberId: string,
			from: CivilDate,
		): Promise<{ date: CivilDate }[]> => read(ofCaller.daysOff({ secretHash, kind, staffMemberId, from })),

		closedDays: (shopId: string, from: CivilDate): Promise<ClosedDay[]> =>
			read(ofShop.closedDays({ shopId, from })),

		ownClosedDays: ({ secretHash, kind, from }: ShopCaller & { from: CivilDate }): Promise<ClosedDay[]> =>
			read(ofCaller.closedDays({ secretHash, kind, from })),

		/** The whole week: a day not named is free. */
		setSchedule: (staffMemberId: string, week: readonly WorkingDay[]): Statement[] => [
			deleteWhere(staffSchedules, eq(staffSchedules.staffMemberId, staffMemberId)),
			...(week.length === 0
				? []
				: [
						insertRow(
							staffSchedules,
							week.map((day) => ({ ...day, staffMemberId })),
						),
					]),
		],

		/** Both dates included. Existing days off stay. */
		addDaysOff: (staffMemberId: string, from: CivilDate, until: CivilDate): Statement =>
			insertDaysOff(staffMemberId, from, until, { hasLeft: false }),

		/** Keeps the days after the person's last day. */
		removeDaysOff: (staffMemberId: string, from: CivilDate, until: CivilDate): Statement =>
			deleteWhere(
				staffDaysOff,
				and(
					eq(staffDaysOff.staffMemberId, staffMemberId),
					eq(staffDaysOff.hasLeft, false),
					between(staffDaysOff.date, from, until),
				),
			),

		/**
		 * Writes a day off for each bookable day after the last one, so slots need no rule for leaving. Null removes these
		 * days and keeps other days off.
		 */
		setDaysAfterLeaving: (staffMemberId: string, lastDay: CivilDate | null): Statement[] => [
			deleteWhere(
				staffDaysOff,
				and(eq(staffDaysOff.staffMemberId, staffMemberId), eq(staffDaysOff.hasLeft, true)),
			),
			...(lastDay === null
				? []
				: [
						insertDaysOff(staffMemberId, addDays(lastDay, 1), addDays(lastDay, DAYS_AFTER_LEAVING), {
							hasLeft: true,
						}),
					]),
		],

		/**
		 * First in the batch. Refused ('changed_meanwhile') where the schedule is neither as the form showed it nor as
		 * wanted.
		 */
		refuseUnlessScheduleSeen: (
			staffMemberId: string,
			seen: readonly WorkingDay[],
			wanted: readonly WorkingDay[],
		): Statement =>
			refuseWhen(
				'changed_meanwhile',
				sql`(SELECT coalesce(json_group_array(json_array(day_of_week, start_minute, end_minute, break_start_minute, break_end_minute)), '[]')
					FROM (SELECT * FROM ${staffSchedules} WHERE ${staffSchedules.staffMemberId} = ${staffMemberId}
						AND ${staffSchedules.isAvailable} = 1 ORDER BY day_of_week))
					NOT IN (${weekText(seen)}, ${weekText(wanted)})`,
			),

		/** Replaces the reason of an existing closed day. */
		setClosedDay: (shopId: string, { date, reason }: ClosedDay): Statement =>
			insertFrom(
				shopClosedDays,
				{ shopId, date, reason },
				sql`WHERE true ON CONFLICT (shop_id, date) DO UPDATE SET reason = excluded.reason`,
			),

		removeClosedDay: (shopId: string, date: CivilDate): Statement =>
			deleteWhere(shopClosedDays, and(eq(shopClosedDays.shopId, shopId), eq(shopClosedDays.date, date))),
	}
}

function insertDaysOff(
	staffMemberId: string,
	from: CivilDate,
	until: CivilDate,
	{ hasLeft }: { hasLeft: boolean },
): Statement {
	const dates = Array.from({ length: daysBetween(from, until) + 1 }, (_, days) => addDays(from, days))
	return insertFrom(
		staffDaysOff,
		{ staffMemberId, date: sql`day.value`, hasLeft: sql`${Number(hasLeft)}` },
		sql`FROM json_each(${JSON.stringify(dates)}) day WHERE true ON CONFLICT DO NOTHING`,
	)
}

function weekText(week: readonly WorkingDay[]): string {
	return JSON.stringify(
		week
			.toSorted((one, other) => one.dayOfWeek - other.dayOfWeek)
			.map(({ dayOfWeek, startMinute, endMinute, breakStartMinute, breakEndMinute }) => [
				dayOfWeek,
				startMinute,
				endMinute,
				breakStartMinute,
				breakEndMinute,
			]),
	)
}
