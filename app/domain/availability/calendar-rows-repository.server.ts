import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { flag, integer, pickColumns, rows } from '#db/row.server.ts'
import {
	blockedTimes,
	calendarEntries,
	shopClosedDays,
	staffDaysOff,
	staffSchedules,
} from '#db/schema/availability.ts'
import { shopHours, staffMembers, staffServices } from '#db/schema/discovery.ts'
import { placeholder, preparedRead, preparedSelect } from '#db/statement.server.ts'
import type { ScheduleRow, ShopHoursRow } from './slot-search.ts'

type CalendarBounds = Record<'firstDate' | 'lastDate' | 'fromAt' | 'untilAt', SQL | Placeholder>

const givenBounds: CalendarBounds = {
	firstDate: placeholder('firstDate'),
	lastDate: placeholder('lastDate'),
	fromAt: placeholder('fromAt'),
	untilAt: placeholder('untilAt'),
}

const staffRow = rows({
	position: integer(sql`requested.position`),
	staffMemberId: staffMembers.id,
	name: staffMembers.firstName,
	role: staffMembers.role,
	isSenior: flag(sql`${staffMembers.commissionRate} > 0.5`),
	/** False for the colleagues of a named person. */
	isChosen: flag(sql`requested.staff_member_id IS NULL OR requested.staff_member_id = ${staffMembers.id}`),
})

export type EligibleStaff = ReturnType<typeof staffRow.read>

const hoursRow = rows(pickColumns(shopHours, 'dayOfWeek', 'opensMinute', 'closesMinute'))

const scheduleRow = rows({
	...pickColumns(staffSchedules, 'staffMemberId', 'dayOfWeek', 'isAvailable', 'startMinute', 'endMinute'),
	...pickColumns(staffSchedules, 'breakStartMinute', 'breakEndMinute'),
})

/** The query from FROM on: active staff who offer one of the services. */
export function fromEligibleStaff(requested: SQL): SQL {
	return sql`FROM (${requested}) requested
		JOIN ${staffServices} ON ${staffServices.serviceId} = requested.service_id
		JOIN ${staffMembers} ON ${staffMembers.id} = ${staffServices.staffMemberId} AND ${staffMembers.isActive} = 1`
}

export type CalendarReads = ReturnType<typeof calendarReads>

const dayOffRow = rows({ staffMemberId: staffDaysOff.staffMemberId, date: staffDaysOff.date })

const busyRow = rows(pickColumns(calendarEntries, 'staffMemberId', 'startsAt', 'blockedUntilAt'))

/**
 * The statements that read a calendar, compiled once. `requested` selects shop_id, position, service_id and
 * staff_member_id of each service.
 */
export function calendarReads(requested: SQL, isNotItsOwn: SQL, bounds = givenBounds) {
	const people = sql`(SELECT ${staffServices.staffMemberId} FROM (${requested}) requested
		JOIN ${staffServices} ON ${staffServices.serviceId} = requested.service_id)`
	return {
		staff: preparedSelect(
			staffRow,
			() => sql`${fromEligibleStaff(requested)}
				ORDER BY requested.position, ${staffMembers.firstName}, ${staffMembers.id}`,
		),
		shopHours: preparedSelect<ShopHoursRow>(
			hoursRow,
			() => sql`FROM ${shopHours} WHERE ${shopHours.shopId} = (SELECT shop_id FROM (${requested}) LIMIT 1)`,
		),
		schedules: preparedSelect<ScheduleRow>(
			scheduleRow,
			() =>
				sql`FROM ${staffSchedules} WHERE ${staffSchedules.staffMemberId} IN ${people} AND ${staffSchedules.isAvailable} = 1`,
		),
		daysOff: preparedRead(
			() => sql`SELECT ${dayOffRow.columns} FROM ${staffDaysOff}
				WHERE ${staffDaysOff.staffMemberId} IN ${people} AND ${staffDaysOff.date} BETWEEN ${bounds.firstDate} AND ${bounds.lastDate}
				UNION ALL SELECT person.staff_member_id, ${shopClosedDays.date} FROM ${shopClosedDays} CROSS JOIN ${people} person
				WHERE ${shopClosedDays.shopId} = (SELECT shop_id FROM (${requested}) LIMIT 1)
					AND ${shopClosedDays.date} BETWEEN ${bounds.firstDate} AND ${bounds.lastDate}`,
			dayOffRow.read,
		),
		busy: preparedRead(
			() => sql`SELECT ${busyRow.columns} FROM ${calendarEntries}
				WHERE ${calendarEntries.staffMemberId} IN ${people}
					AND ${calendarEntries.startsAt} > ${bounds.fromAt} AND ${calendarEntries.startsAt} < ${bounds.untilAt}
					AND (${calendarEntries.heldUntilAt} IS NULL OR ${calendarEntries.heldUntilAt} > ${placeholder('now')})
					AND ${isNotItsOwn}
				UNION ALL SELECT ${blockedTimes.staffMemberId}, ${blockedTimes.startsAt}, ${blockedTimes.endsAt} FROM ${blockedTimes}
				WHERE ${blockedTimes.staffMemberId} IN ${people}
					AND ${blockedTimes.startsAt} > ${bounds.fromAt} AND ${blockedTimes.startsAt} < ${bounds.untilAt}
				ORDER BY 2`,
			busyRow.read,
		),
	}
}
