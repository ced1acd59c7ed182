import { type SQL, sql } from 'drizzle-orm'
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import {
	blockedTimes,
	calendarEntries,
	shopClosedDays,
	staffDaysOff,
	staffSchedules,
} from '#db/schema/availability.ts'
import {
	services,
	shopFreeStarts,
	shopHours,
	shops,
	staffMembers,
	staffServices,
} from '#db/schema/discovery.ts'
import { placeholder } from '#db/statement.server.ts'
import type { Opening } from './opening-repository.server.ts'

const ms = (value: number) => sql.raw(String(value))

type OpeningColumns = Record<keyof Opening, SQLiteColumn>
export const opening = alias(shopFreeStarts, 'opening')

/** 1 for Monday. */
const dayOfWeek = (date: SQL) => sql`((CAST(strftime('%w', ${date}) AS INTEGER) + 6) % 7 + 1)`

/**
 * Whether the time page still offers an opening of the shop in scope (R17). It is after the notice, within the horizon
 * and not booked over, and hours and staff are as the engine found them. Needs `now`, `inDefaultZone` (today there) and
 * `earliest` (the earliest today on earth). Reads by primary keys and the calendar's own index.
 */
export function isStillOpen(one: OpeningColumns): SQL {
	const fullStart = sql`max(${shopHours.opensMinute}, ${staffSchedules.startMinute})`
	const endMinute = sql`(${one.startMinute} + ${services.durationMinutes})`
	const weekday = dayOfWeek(sql`${one.date}`)
	return sql`${one.startsAt} >= ${placeholder('now')} + ${shops.minimumNoticeMinutes} * ${ms(MINUTE_MS)}
		AND ${one.date} < date(CASE ${shops.timeZone} WHEN ${sql.raw(`'${DEFAULT_ZONE}'`)} THEN ${placeholder('inDefaultZone')}
			ELSE ${placeholder('earliest')} END, '+' || ${shops.horizonDays} || ' days')
		AND EXISTS (SELECT 1 FROM ${services}
			CROSS JOIN ${staffServices} ON ${staffServices.staffMemberId} = ${one.staffMemberId} AND ${staffServices.serviceId} = ${services.id}
			CROSS JOIN ${staffMembers} ON ${staffMembers.id} = ${one.staffMemberId} AND ${staffMembers.isActive} = 1
			CROSS JOIN ${shopHours} ON ${shopHours.shopId} = ${one.shopId} AND ${shopHours.dayOfWeek} = ${weekday}
			CROSS JOIN ${staffSchedules} ON ${staffSchedules.staffMemberId} = ${one.staffMemberId}
				AND ${staffSchedules.dayOfWeek} = ${weekday} AND ${staffSchedules.isAvailable} = 1
			WHERE ${services.id} = ${one.serviceId} AND ${services.isEnabled} = 1
				AND ${one.blockedUntilAt} = ${one.startsAt} + (${services.durationMinutes} + ${services.bufferMinutes}) * ${ms(MINUTE_MS)}
				AND ${one.startMinute} >= ${fullStart} AND (${one.startMinute} - ${fullStart}) % 30 = 0
				AND ${endMinute} <= min(${shopHours.closesMinute}, ${staffSchedules.endMinute})
				AND (${staffSchedules.breakStartMinute} IS NULL OR ${staffSchedules.breakStartMinute} = ${staffSchedules.breakEndMinute}
					OR ${one.startMinute} >= ${staffSchedules.breakEndMinute} OR ${endMinute} <= ${staffSchedules.breakStartMinute}))
		AND NOT EXISTS (SELECT 1 FROM ${staffDaysOff}
			WHERE ${staffDaysOff.staffMemberId} = ${one.staffMemberId} AND ${staffDaysOff.date} = ${one.date})
		AND NOT EXISTS (SELECT 1 FROM ${shopClosedDays}
			WHERE ${shopClosedDays.shopId} = ${one.shopId} AND ${shopClosedDays.date} = ${one.date})
		AND NOT EXISTS (SELECT 1 FROM ${calendarEntries}
			WHERE ${calendarEntries.staffMemberId} = ${one.staffMemberId} AND ${calendarEntries.startsAt} < ${one.blockedUntilAt}
				AND ${calendarEntries.startsAt} > ${one.startsAt} - ${ms(DAY_MS)} AND ${calendarEntries.blockedUntilAt} > ${one.startsAt}
				AND (${calendarEntries.heldUntilAt} IS NULL OR ${calendarEntries.heldUntilAt} > ${placeholder('now')}))
		AND NOT EXISTS (SELECT 1 FROM ${blockedTimes}
			WHERE ${blockedTimes.staffMemberId} = ${one.staffMemberId} AND ${blockedTimes.startsAt} < ${one.blockedUntilAt}
				AND ${blockedTimes.startsAt} > ${one.startsAt} - ${ms(DAY_MS)} AND ${blockedTimes.endsAt} > ${one.startsAt})`
}
