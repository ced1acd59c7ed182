import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { CivilDate } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { Database } from '#db/client.server.ts'
import { decode, integer, json, nullable, only, rows, text } from '#db/row.server.ts'
import {
	blockedTimes,
	calendarEntries,
	shopClosedDays,
	staffDaysOff,
	staffSchedules,
} from '#db/schema/availability.ts'
import {
	services,
	shopHours,
	shopOpenings,
	shops,
	staffMembers,
	staffServices,
} from '#db/schema/discovery.ts'
import { preparedRead, preparedSelect, rawWrite } from '#db/statement.server.ts'
import { isStillOpen, opening } from './still-open-repository.server.ts'

/** The earliest start of a shop on a day: by whom, and for which of its services. */
export type Opening = typeof shopOpenings.$inferSelect

/** What the slot engine needs of a shop to find its openings. */
export type ShopCalendar = {
	shopId: string
	timeZone: ZoneName
	minimumNoticeMinutes: number
	horizonDays: number
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

/** Now; the date in the house's zone, and the earliest date that it is on earth. */
export type OpeningClock = { now: Instant; inDefaultZone: CivilDate; earliest: CivilDate }

/** How many of the soonest openings one look of the job checks. */
const HEAD_ROWS = 500

const { placeholder } = sql
const head = alias(shopOpenings, 'head')

/** The soonest openings that are over or out of date: a list by time would show them first. */
const brokenHead = preparedRead(
	() => sql`SELECT DISTINCT ${opening.shopId} FROM (SELECT * FROM ${shopOpenings} ${head} WHERE ${head.startsAt} > 0 ORDER BY ${head.startsAt}, ${head.shopId} LIMIT ${sql.raw(String(HEAD_ROWS))}) ${opening}
		CROSS JOIN ${shops} ON ${shops.id} = ${opening.shopId}
		WHERE NOT (${isStillOpen(opening)}) LIMIT ${placeholder('limit')}`,
	only(text('shop_id')),
)
const oldest = preparedRead(
	() => sql`SELECT ${shops.id} FROM ${shops} INDEXED BY shops_by_openings
		WHERE ${shops.isListed} = 1 AND ${shops.openingsComputedAt} <= ${placeholder('before')}
		ORDER BY ${shops.openingsComputedAt} LIMIT ${placeholder('limit')}`,
	only(text('id')),
)

const lookedAtBefore = preparedRead(
	() => sql`SELECT count(*) AS looked FROM ${shops} INDEXED BY shops_by_openings
		WHERE ${shops.isListed} = 1 AND ${shops.openingsComputedAt} <= ${placeholder('before')}`,
	only(integer('looked')),
)

const asked = sql`json_each(${placeholder('shopIds')}) asked`
const peopleAsked = sql`${asked} CROSS JOIN ${staffMembers} ON ${staffMembers.shopId} = asked.value AND ${staffMembers.isActive} = 1`
const shopsAsked = preparedSelect(
	rows({
		shopId: text(shops.id),
		timeZone: text(shops.timeZone),
		minimumNoticeMinutes: integer(shops.minimumNoticeMinutes),
		horizonDays: integer(shops.horizonDays),
	}),
	() => sql`FROM ${asked} CROSS JOIN ${shops} ON ${shops.id} = asked.value AND ${shops.isListed} = 1`,
)
const servicesOfAsked = preparedSelect(
	rows({
		shopId: text(services.shopId),
		serviceId: text(services.id),
		durationMinutes: integer(services.durationMinutes),
		bufferMinutes: integer(services.bufferMinutes),
		staffMemberIds: json<string[]>(sql`(SELECT json_group_array(${staffMembers.id}) FROM ${staffServices}
			JOIN ${staffMembers} ON ${staffMembers.id} = ${staffServices.staffMemberId} AND ${staffMembers.isActive} = 1
			WHERE ${staffServices.serviceId} = ${services.id})`),
	}),
	() => sql`FROM ${asked} CROSS JOIN ${services} ON ${services.shopId} = asked.value AND ${services.isEnabled} = 1
		ORDER BY ${services.durationMinutes}, ${services.priceKobo}, ${services.id}`,
)
const hoursOfAsked = preparedSelect(
	rows({
		shopId: text(shopHours.shopId),
		dayOfWeek: integer(shopHours.dayOfWeek),
		opensMinute: integer(shopHours.opensMinute),
		closesMinute: integer(shopHours.closesMinute),
	}),
	() => sql`FROM ${asked} CROSS JOIN ${shopHours} ON ${shopHours.shopId} = asked.value`,
)
const schedulesOfAsked = preparedSelect(
	rows({
		shopId: text(staffMembers.shopId),
		staffMemberId: text(staffSchedules.staffMemberId),
		dayOfWeek: integer(staffSchedules.dayOfWeek),
		startMinute: integer(staffSchedules.startMinute),
		endMinute: integer(staffSchedules.endMinute),
		breakStartMinute: nullable(integer(staffSchedules.breakStartMinute)),
		breakEndMinute: nullable(integer(staffSchedules.breakEndMinute)),
	}),
	() => sql`FROM ${peopleAsked} CROSS JOIN ${staffSchedules}
			ON ${staffSchedules.staffMemberId} = ${staffMembers.id} AND ${staffSchedules.isAvailable} = 1`,
)
const daysOffOfAsked = preparedRead(
	() => sql`SELECT ${staffMembers.shopId}, ${staffDaysOff.staffMemberId}, ${staffDaysOff.date} FROM ${peopleAsked}
			CROSS JOIN ${staffDaysOff} ON ${staffDaysOff.staffMemberId} = ${staffMembers.id}
			AND ${staffDaysOff.date} BETWEEN ${placeholder('firstDate')} AND ${placeholder('lastDate')}
		UNION ALL SELECT ${staffMembers.shopId}, ${staffMembers.id}, ${shopClosedDays.date} FROM ${peopleAsked}
			CROSS JOIN ${shopClosedDays} ON ${shopClosedDays.shopId} = ${staffMembers.shopId}
			AND ${shopClosedDays.date} BETWEEN ${placeholder('firstDate')} AND ${placeholder('lastDate')}`,
	decode({ shopId: text('shop_id'), staffMemberId: text('staff_member_id'), date: text('date') }),
)
const busyOfAsked = preparedRead(
	() => sql`SELECT ${staffMembers.shopId}, ${calendarEntries.staffMemberId}, ${calendarEntries.startsAt}, ${calendarEntries.blockedUntilAt}
		FROM ${peopleAsked} CROSS JOIN ${calendarEntries} ON ${calendarEntries.staffMemberId} = ${staffMembers.id}
			AND ${calendarEntries.startsAt} > ${placeholder('fromAt')} AND ${calendarEntries.startsAt} < ${placeholder('untilAt')}
		WHERE ${calendarEntries.heldUntilAt} IS NULL OR ${calendarEntries.heldUntilAt} > ${placeholder('now')}
		UNION ALL SELECT ${staffMembers.shopId}, ${blockedTimes.staffMemberId}, ${blockedTimes.startsAt}, ${blockedTimes.endsAt}
		FROM ${peopleAsked} CROSS JOIN ${blockedTimes} ON ${blockedTimes.staffMemberId} = ${staffMembers.id}
			AND ${blockedTimes.startsAt} > ${placeholder('fromAt')} AND ${blockedTimes.startsAt} < ${placeholder('untilAt')}`,
	decode({
		shopId: text('shop_id'),
		staffMemberId: text('staff_member_id'),
		startsAt: integer('starts_at'),
		blockedUntilAt: integer('blocked_until_at'),
	}),
)

/** The openings of shops: kept so that a list can show and sort them, and checked again by each reader. */
export function createOpeningRepository(read: Database['read']) {
	return {
		/** Shops whose openings are to be looked for: those of the head of the list that are over, then the oldest. */
		async shopsToLookAt(
			clock: OpeningClock,
			{ before, limit }: { before: Instant; limit: number },
		): Promise<string[]> {
			const found = await Promise.all([
				read(brokenHead({ ...clock, limit })),
				read(oldest({ before, limit })),
			])
			return [...new Set(found.flat())].slice(0, limit)
		},

		/** How many listed shops no run has come to since. */
		async countLookedAtBefore(before: Instant): Promise<number> {
			const [count] = await read(lookedAtBefore({ before }))
			return count ?? 0
		},

		/** The listed ones among these shops, with all that slots need, in one trip. */
		async calendarsOf(
			shopIds: readonly string[],
			window: { firstDate: CivilDate; lastDate: CivilDate; fromAt: Instant; untilAt: Instant },
			now: Instant,
		): Promise<ShopCalendar[]> {
			const values = { shopIds: JSON.stringify(shopIds), now }
			const { firstDate, lastDate, fromAt, untilAt } = window
			const dates = { ...values, firstDate, lastDate }
			const [found, offered, hours, schedules, daysOff, busy] = await Promise.all([
				read(shopsAsked(values)),
				read(servicesOfAsked(values)),
				read(hoursOfAsked(values)),
				read(schedulesOfAsked(values)),
				read(daysOffOfAsked(dates)),
				read(busyOfAsked({ ...values, fromAt: fromAt - DAY_MS, untilAt })),
			])
			const ofShop = <Row extends { shopId: string }>(rows: readonly Row[], shopId: string) =>
				rows.filter((row) => row.shopId === shopId)
			return found.map((shop) => ({
				...shop,
				services: ofShop(offered, shop.shopId),
				shopHours: ofShop(hours, shop.shopId),
				schedules: ofShop(schedules, shop.shopId).map((row) => ({ ...row, isAvailable: true as const })),
				daysOff: ofShop(daysOff, shop.shopId),
				busy: ofShop(busy, shop.shopId),
			}))
		},

		/** These shops have these openings and no others, as of an instant. Rows that stay as they are are not written. */
		keepOpenings: (
			shopIds: readonly string[],
			openings: readonly Opening[],
			now: Instant,
		): Statement<number>[] => {
			const ids = JSON.stringify(shopIds)
			const rows = JSON.stringify(
				openings.map((one) => [
					...[one.shopId, one.date, one.startMinute, one.startsAt],
					...[one.blockedUntilAt, one.serviceId, one.staffMemberId],
				]),
			)
			return [
				rawWrite(sql`DELETE FROM ${shopOpenings} WHERE ${shopOpenings.shopId} IN (SELECT value FROM json_each(${ids}))
					AND NOT EXISTS (SELECT 1 FROM json_each(${rows}) found
						WHERE found.value ->> 0 = ${shopOpenings.shopId} AND found.value ->> 1 = ${shopOpenings.date})`),
				rawWrite(sql`INSERT INTO ${shopOpenings} (shop_id, date, start_minute, starts_at, blocked_until_at, service_id, staff_member_id)
					SELECT found.value ->> 0, found.value ->> 1, found.value ->> 2, found.value ->> 3, found.value ->> 4, found.value ->> 5, found.value ->> 6
					FROM json_each(${rows}) found CROSS JOIN ${shops} ON ${shops.id} = found.value ->> 0
					WHERE true ON CONFLICT (shop_id, date) DO UPDATE SET start_minute = excluded.start_minute, starts_at = excluded.starts_at,
						blocked_until_at = excluded.blocked_until_at, service_id = excluded.service_id, staff_member_id = excluded.staff_member_id
					WHERE starts_at <> excluded.starts_at OR blocked_until_at <> excluded.blocked_until_at
						OR service_id <> excluded.service_id OR staff_member_id <> excluded.staff_member_id OR start_minute <> excluded.start_minute`),
				rawWrite(sql`UPDATE ${shops} SET openings_computed_at = ${now}
					WHERE ${shops.id} IN (SELECT value FROM json_each(${ids}))`),
			]
		},
	}
}

export type OpeningRepository = ReturnType<typeof createOpeningRepository>
