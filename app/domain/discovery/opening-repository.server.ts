import { sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { Database } from '#db/client.server.ts'
import { integer, json, only, pickColumns, rows, text } from '#db/row.server.ts'
import {
	blockedTimes,
	calendarEntries,
	shopClosedDays,
	staffDaysOff,
	staffSchedules,
} from '#db/schema/availability.ts'
import {
	openingChecks,
	services,
	shopFreeStarts,
	shopHours,
	shops,
	staffMembers,
	staffServices,
} from '#db/schema/discovery.ts'
import { placeholder, preparedRead, preparedSelect, rawWrite } from '#db/statement.server.ts'
import { noticeStep } from './notice-steps.ts'

/** A free start, with its person and service. */
export type Opening = Omit<typeof shopFreeStarts.$inferSelect, 'noticeStepMinutes'>

/** The openings found, and when to refresh the shop next. */
export type ShopLook = Pick<ShopCalendar, 'shopId' | 'changeCount' | 'minimumNoticeMinutes'> & {
	openings: readonly Opening[]
	nextAt: Instant
}

/** What the slot engine reads of a shop. */
export type ShopCalendar = {
	shopId: string
	timeZone: ZoneName
	minimumNoticeMinutes: number
	horizonDays: number
	changeCount: number
	services: { serviceId: string; durationMinutes: number; bufferMinutes: number; staffMemberIds: string[] }[]
	shopHours: { dayOfWeek: number; opensMinute: number; closesMinute: number }[]
	schedules: {
		staffMemberId: string
		dayOfWeek: number
		isAvailable: true
		startMinute: number
		endMinute: number
		breakStartMinute: number | null
		breakEndMinute: number | null
	}[]
	daysOff: { staffMemberId: string; date: CivilDate }[]
	busy: { staffMemberId: string; startsAt: Instant; blockedUntilAt: Instant }[]
}

const due = preparedRead(
	() => sql`SELECT ${openingChecks.shopId} FROM ${openingChecks} INDEXED BY opening_looks_due
		WHERE ${openingChecks.dueAt} <= ${placeholder('now')} ORDER BY ${openingChecks.dueAt} LIMIT ${placeholder('limit')}`,
	only(text('shop_id')),
)
const dueBefore = preparedRead(
	() => sql`SELECT count(*) AS due FROM ${openingChecks} INDEXED BY opening_looks_due
		WHERE ${openingChecks.dueAt} <= ${placeholder('before')}`,
	only(integer('due')),
)

const wantedShops = sql`json_each(${placeholder('shopIds')}) asked`
const peopleOfWanted = sql`${wantedShops} CROSS JOIN ${staffMembers} ON ${staffMembers.shopId} = asked.value AND ${staffMembers.isActive} = 1`
const wantedShopRows = preparedSelect(
	rows({
		shopId: shops.id,
		...pickColumns(shops, 'timeZone', 'minimumNoticeMinutes', 'horizonDays'),
		changeCount: openingChecks.changeCount,
	}),
	() => sql`FROM ${wantedShops} CROSS JOIN ${shops} ON ${shops.id} = asked.value AND ${shops.isListed} = 1
		CROSS JOIN ${openingChecks} ON ${openingChecks.shopId} = ${shops.id}`,
)
const servicesOfWanted = preparedSelect(
	rows({
		shopId: services.shopId,
		serviceId: services.id,
		...pickColumns(services, 'durationMinutes', 'bufferMinutes'),
		staffMemberIds: json<string[]>(sql`(SELECT json_group_array(${staffMembers.id}) FROM ${staffServices}
			JOIN ${staffMembers} ON ${staffMembers.id} = ${staffServices.staffMemberId} AND ${staffMembers.isActive} = 1
			WHERE ${staffServices.serviceId} = ${services.id})`),
	}),
	() => sql`FROM ${wantedShops} CROSS JOIN ${services} ON ${services.shopId} = asked.value AND ${services.isEnabled} = 1
		ORDER BY ${services.durationMinutes}, ${services.priceKobo}, ${services.id}`,
)
const hoursOfWanted = preparedSelect(
	rows(pickColumns(shopHours, 'shopId', 'dayOfWeek', 'opensMinute', 'closesMinute')),
	() => sql`FROM ${wantedShops} CROSS JOIN ${shopHours} ON ${shopHours.shopId} = asked.value`,
)
const schedulesOfWanted = preparedSelect(
	rows({
		shopId: staffMembers.shopId,
		...pickColumns(staffSchedules, 'staffMemberId', 'dayOfWeek', 'startMinute', 'endMinute'),
		...pickColumns(staffSchedules, 'breakStartMinute', 'breakEndMinute'),
	}),
	() => sql`FROM ${peopleOfWanted} CROSS JOIN ${staffSchedules}
			ON ${staffSchedules.staffMemberId} = ${staffMembers.id} AND ${staffSchedules.isAvailable} = 1`,
)
/** A person's days off, and the closed days of their shop. */
const dayOff = rows({
	shopId: staffMembers.shopId,
	...pickColumns(staffDaysOff, 'staffMemberId', 'date'),
})
const daysOffOfWanted = preparedRead(
	() => sql`SELECT ${dayOff.columns} FROM ${peopleOfWanted}
			CROSS JOIN ${staffDaysOff} ON ${staffDaysOff.staffMemberId} = ${staffMembers.id}
			AND ${staffDaysOff.date} BETWEEN ${placeholder('firstDate')} AND ${placeholder('lastDate')}
		UNION ALL SELECT ${staffMembers.shopId}, ${staffMembers.id}, ${shopClosedDays.date} FROM ${peopleOfWanted}
			CROSS JOIN ${shopClosedDays} ON ${shopClosedDays.shopId} = ${staffMembers.shopId}
			AND ${shopClosedDays.date} BETWEEN ${placeholder('firstDate')} AND ${placeholder('lastDate')}`,
	dayOff.read,
)
/** Appointments, live holds and blocked times. */
const busyTime = rows({
	shopId: staffMembers.shopId,
	...pickColumns(calendarEntries, 'staffMemberId', 'startsAt', 'blockedUntilAt'),
})
const busyOfWanted = preparedRead(
	() => sql`SELECT ${busyTime.columns}
		FROM ${peopleOfWanted} CROSS JOIN ${calendarEntries} ON ${calendarEntries.staffMemberId} = ${staffMembers.id}
			AND ${calendarEntries.startsAt} > ${placeholder('fromAt')} AND ${calendarEntries.startsAt} < ${placeholder('untilAt')}
		WHERE ${calendarEntries.heldUntilAt} IS NULL OR ${calendarEntries.heldUntilAt} > ${placeholder('now')}
		UNION ALL SELECT ${staffMembers.shopId}, ${blockedTimes.staffMemberId}, ${blockedTimes.startsAt}, ${blockedTimes.endsAt}
		FROM ${peopleOfWanted} CROSS JOIN ${blockedTimes} ON ${blockedTimes.staffMemberId} = ${staffMembers.id}
			AND ${blockedTimes.startsAt} > ${placeholder('fromAt')} AND ${blockedTimes.startsAt} < ${placeholder('untilAt')}`,
	busyTime.read,
)

/** Openings are kept so that lists can show and sort them. Each reader checks them again. */
export function createOpeningRepository(read: Database['read']) {
	return {
		/** Listed shops whose refresh is due, the longest first. */
		shopsToLookAt: (now: Instant, limit: number): Promise<string[]> => read(due({ now, limit })),

		async countDueBefore(before: Instant): Promise<number> {
			const [count] = await read(dueBefore({ before }))
			return count ?? 0
		},

		/** Stands in each write that changes a shop's free times: its openings are due again. */
		markChanged: (shopIds: readonly string[], now: Instant): Statement => markShopsChanged(shopIds, now),

		/** The listed ones, with all that slots need, in one trip. */
		async calendarsOf(
			shopIds: readonly string[],
			window: { firstDate: CivilDate; lastDate: CivilDate; fromAt: Instant; untilAt: Instant },
			now: Instant,
		): Promise<ShopCalendar[]> {
			const values = { shopIds: JSON.stringify(shopIds), now }
			const { firstDate, lastDate, fromAt, untilAt } = window
			const dates = { ...values, firstDate, lastDate }
			const [found, offered, hours, schedules, daysOff, busy] = await Promise.all([
				read(wantedShopRows(values)),
				read(servicesOfWanted(values)),
				read(hoursOfWanted(values)),
				read(schedulesOfWanted(values)),
				read(daysOffOfWanted(dates)),
				read(busyOfWanted({ ...values, fromAt: fromAt - DAY_MS, untilAt })),
			])
			const [offers, hoursOf, schedulesOf, daysOffOf, busyOf] = [
				byShop(offered),
				byShop(hours),
				byShop(schedules),
				byShop(daysOff),
				byShop(busy),
			] as const
			return found.map((shop) => ({
				...shop,
				services: offers(shop.shopId),
				shopHours: hoursOf(shop.shopId),
				schedules: schedulesOf(shop.shopId).map((row) => ({ ...row, isAvailable: true as const })),
				daysOff: daysOffOf(shop.shopId),
				busy: busyOf(shop.shopId),
			}))
		},

		/**
		 * Replaces the openings of these shops, without writing unchanged rows. A shop that changed since its refresh began
		 * stays due.
		 */
		keepOpenings: (looks: readonly ShopLook[]): Statement<number>[] => {
			const ids = JSON.stringify(looks.map(({ shopId }) => shopId))
			const rows = JSON.stringify(
				looks.flatMap(({ openings, minimumNoticeMinutes }) =>
					openings.map((one) => [
						...[one.shopId, one.startsAt, one.date, one.startMinute, one.blockedUntilAt],
						...[one.serviceId, one.staffMemberId, noticeStep(minimumNoticeMinutes), Number(one.isLastOfDay)],
					]),
				),
			)
			const next = JSON.stringify(
				looks.map(({ shopId, nextAt, changeCount }) => [shopId, nextAt, changeCount]),
			)
			return [
				rawWrite(sql`DELETE FROM ${shopFreeStarts} WHERE ${shopFreeStarts.shopId} IN (SELECT value FROM json_each(${ids}))
					AND (${shopFreeStarts.shopId}, ${shopFreeStarts.startsAt}) NOT IN (SELECT value ->> 0, value ->> 1 FROM json_each(${rows}))`),
				rawWrite(sql`INSERT INTO ${shopFreeStarts} (shop_id, starts_at, date, start_minute, blocked_until_at, service_id,
						staff_member_id, notice_step_minutes, is_last_of_day)
					SELECT found.value ->> 0, found.value ->> 1, found.value ->> 2, found.value ->> 3, found.value ->> 4, found.value ->> 5,
						found.value ->> 6, found.value ->> 7, found.value ->> 8
					FROM json_each(${rows}) found CROSS JOIN ${shops} ON ${shops.id} = found.value ->> 0 AND ${shops.isListed} = 1
					WHERE true ON CONFLICT (shop_id, starts_at) DO UPDATE SET date = excluded.date, start_minute = excluded.start_minute,
						blocked_until_at = excluded.blocked_until_at, service_id = excluded.service_id, staff_member_id = excluded.staff_member_id,
						notice_step_minutes = excluded.notice_step_minutes, is_last_of_day = excluded.is_last_of_day
					WHERE (date, start_minute, blocked_until_at, service_id, staff_member_id, notice_step_minutes, is_last_of_day)
						<> (excluded.date, excluded.start_minute, excluded.blocked_until_at, excluded.service_id, excluded.staff_member_id,
							excluded.notice_step_minutes, excluded.is_last_of_day)`),
				rawWrite(sql`UPDATE ${openingChecks} SET due_at = look.value ->> 1 FROM json_each(${next}) look
					WHERE ${openingChecks.shopId} = look.value ->> 0 AND ${openingChecks.changeCount} = look.value ->> 2`),
			]
		},
	}
}

/** For repositories whose changes make the openings due. */
export function markShopsChanged(shopIds: readonly string[], now: Instant): Statement {
	return rawWrite(sql`UPDATE ${openingChecks} SET due_at = min(${openingChecks.dueAt}, ${now}), change_count = ${openingChecks.changeCount} + 1
		WHERE ${openingChecks.shopId} IN (SELECT value FROM json_each(${JSON.stringify(shopIds)}))`)
}

function byShop<Row extends { shopId: string }>(rows: readonly Row[]): (shopId: string) => Row[] {
	const known = new Map<string, Row[]>()
	for (const row of rows) {
		const own = known.get(row.shopId)
		if (own) own.push(row)
		else known.set(row.shopId, [row])
	}
	return (shopId) => known.get(shopId) ?? []
}
