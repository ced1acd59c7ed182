import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { ClosedDay } from '#app/kernel/closed-day.ts'
import type { AccessKeyKind } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { rows, text } from '#db/row.server.ts'
import { shopClosedDays, staffDaysOff, staffSchedules } from '#db/schema/availability.ts'
import { staffMembers } from '#db/schema/discovery.ts'
import { callingShopId, shopCallerAsked } from '#db/shop-caller.server.ts'
import { build, builtWrite, insertFrom, prepared, preparedSelect } from '#db/statement.server.ts'

/** When a member of staff works on a weekday, and their break. */
export type WorkingDay = Omit<typeof staffSchedules.$inferSelect, 'staffMemberId' | 'isAvailable'>

const { placeholder } = sql

/** Days further ahead are not read: bookings are not made that far ahead. */
const DAY_LIMIT = 400

const scheduleOfStaff = prepared(() =>
	build
		.select({
			dayOfWeek: staffSchedules.dayOfWeek,
			startMinute: staffSchedules.startMinute,
			endMinute: staffSchedules.endMinute,
			breakStartMinute: staffSchedules.breakStartMinute,
			breakEndMinute: staffSchedules.breakEndMinute,
		})
		.from(staffSchedules)
		.innerJoin(staffMembers, eq(staffMembers.id, staffSchedules.staffMemberId))
		.where(
			and(
				eq(staffMembers.shopId, placeholder('shopId')),
				eq(staffMembers.id, placeholder('staffMemberId')),
				eq(staffSchedules.isAvailable, true),
			),
		)
		.orderBy(asc(staffSchedules.dayOfWeek)),
)

const daysOffOfStaff = prepared(() =>
	build
		.select({ date: staffDaysOff.date })
		.from(staffDaysOff)
		.innerJoin(staffMembers, eq(staffMembers.id, staffDaysOff.staffMemberId))
		.where(
			and(
				eq(staffMembers.shopId, placeholder('shopId')),
				eq(staffMembers.id, placeholder('staffMemberId')),
				gte(staffDaysOff.date, placeholder('from')),
			),
		)
		.orderBy(asc(staffDaysOff.date))
		.limit(DAY_LIMIT),
)

const closedDaysOfShop = prepared(() =>
	build
		.select({ date: shopClosedDays.date, reason: shopClosedDays.reason })
		.from(shopClosedDays)
		.where(
			and(eq(shopClosedDays.shopId, placeholder('shopId')), gte(shopClosedDays.date, placeholder('from'))),
		)
		.orderBy(asc(shopClosedDays.date))
		.limit(DAY_LIMIT),
)

const ownClosedDays = preparedSelect<ClosedDay>(
	rows({ date: text(shopClosedDays.date), reason: text(shopClosedDays.reason) }),
	() => sql`FROM ${shopClosedDays} WHERE ${shopClosedDays.shopId} = ${callingShopId(shopCallerAsked)}
		AND ${shopClosedDays.date} >= ${placeholder('from')} ORDER BY ${shopClosedDays.date} LIMIT ${sql.raw(String(DAY_LIMIT))}`,
)

/** When a shop's people work, as the shop itself sees and changes it. Whose they are is asked before a write. */
export function createRosterRepository(read: Database['read']) {
	return {
		/** A row for each person and each weekday of theirs. */
		schedule: (shopId: string, staffMemberId: string): Promise<WorkingDay[]> =>
			read(scheduleOfStaff({ shopId, staffMemberId })),

		daysOff: (shopId: string, staffMemberId: string, from: CivilDate): Promise<{ date: CivilDate }[]> =>
			read(daysOffOfStaff({ shopId, staffMemberId, from })),

		closedDays: (shopId: string, from: CivilDate): Promise<ClosedDay[]> =>
			read(closedDaysOfShop({ shopId, from })),

		/** Of the shop whose key a caller shows. */
		ownClosedDays: ({
			secretHash,
			kind,
			from,
		}: {
			secretHash: string
			kind: AccessKeyKind
			from: CivilDate
		}): Promise<ClosedDay[]> => read(ownClosedDays({ secretHash, kind, from })),

		/** The whole week: a day that is not named is free. */
		setSchedule: (staffMemberId: string, week: readonly WorkingDay[]): Statement[] => [
			builtWrite(build.delete(staffSchedules).where(eq(staffSchedules.staffMemberId, staffMemberId))),
			...(week.length === 0
				? []
				: [builtWrite(build.insert(staffSchedules).values(week.map((day) => ({ ...day, staffMemberId }))))]),
		],

		addDayOff: (staffMemberId: string, date: CivilDate): Statement =>
			builtWrite(build.insert(staffDaysOff).values({ staffMemberId, date }).onConflictDoNothing()),

		removeDayOff: (staffMemberId: string, date: CivilDate): Statement =>
			builtWrite(
				build
					.delete(staffDaysOff)
					.where(and(eq(staffDaysOff.staffMemberId, staffMemberId), eq(staffDaysOff.date, date))),
			),

		/** One that is there gets the new reason. */
		setClosedDay: (shopId: string, { date, reason }: ClosedDay): Statement =>
			insertFrom(
				shopClosedDays,
				{ shopId, date, reason },
				sql`WHERE true ON CONFLICT (shop_id, date) DO UPDATE SET reason = excluded.reason`,
			),

		removeClosedDay: (shopId: string, date: CivilDate): Statement =>
			builtWrite(
				build
					.delete(shopClosedDays)
					.where(and(eq(shopClosedDays.shopId, shopId), eq(shopClosedDays.date, date))),
			),
	}
}
