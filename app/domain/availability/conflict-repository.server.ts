import { type SQL, sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { isOpenAppointment } from '#db/appointments.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { pickColumns, rows } from '#db/row.server.ts'
import { calendarEntries, shopClosedDays, staffDaysOff, staffSchedules } from '#db/schema/availability.ts'
import { appointments } from '#db/schema/booking.ts'
import { shopHours, staffServices } from '#db/schema/discovery.ts'
import { rawRead } from '#db/statement.server.ts'
import type { WorkingDay } from './roster-repository.server.ts'

/** A change by a shop that may make appointments impossible. */
export type AvailabilityChange =
	| { kind: 'service-ends'; serviceId: string }
	| { kind: 'staff-leaves'; staffMemberId: string }
	/** The services that the person still does. */
	| { kind: 'staff-does'; staffMemberId: string; serviceIds: readonly string[] }
	| { kind: 'days-off'; staffMemberId: string; from: CivilDate; until: CivilDate }
	| { kind: 'closed-day'; date: CivilDate }
	| {
			kind: 'hours'
			week: readonly { dayOfWeek: number; opensMinute: number; closesMinute: number }[]
	  }
	| { kind: 'schedule'; staffMemberId: string; week: readonly WorkingDay[] }

export type ConflictingAppointment = { referenceNumber: string; startsAt: Instant }

const MAX_CONFLICTS = 50

const conflictRow = rows(pickColumns(appointments, 'referenceNumber', 'startsAt'))

/** Finds the live appointments that a change would make impossible. Existing conflicts are ignored. */
export function createConflictRepository(read: Database['read']) {
	return {
		/** The first fifty by time. */
		conflictsOf: (
			shopId: string,
			changes: readonly AvailabilityChange[],
			now: Instant,
		): Promise<ConflictingAppointment[]> =>
			read(
				rawRead(
					sql`SELECT DISTINCT ${conflictRow.columns} ${conflicts(shopId, changes, now)}
						ORDER BY ${appointments.startsAt} LIMIT ${MAX_CONFLICTS}`,
					conflictRow.read,
				),
			),

		/** Stands before the change in its batch, so that a booking made meanwhile is seen ('live_appointments_met'). */
		refuseConflicts: (shopId: string, changes: readonly AvailabilityChange[], now: Instant): Statement =>
			refuseWhen('live_appointments_met', sql`EXISTS (SELECT 1 ${conflicts(shopId, changes, now)})`),
	}
}

function conflicts(shopId: string, changes: readonly AvailabilityChange[], now: Instant): SQL {
	const met = changes.map((change) => sql`(${conflictsWith(shopId, change)})`)
	return sql`FROM ${appointments} CROSS JOIN ${calendarEntries} ON ${calendarEntries.appointmentId} = ${appointments.id}
		WHERE ${appointments.shopId} = ${shopId} AND ${appointments.startsAt} > ${now - DAY_MS}
			AND ${isOpenAppointment} AND ${calendarEntries.endsAt} > ${now}
			AND (${sql.join(met, sql` OR `)})`
}

function conflictsWith(shopId: string, change: AvailabilityChange): SQL {
	if (change.kind === 'service-ends') return sql`${calendarEntries.serviceId} = ${change.serviceId}`
	if (change.kind === 'closed-day')
		return sql`${calendarEntries.date} = ${change.date} AND NOT EXISTS (SELECT 1 FROM ${shopClosedDays}
			WHERE ${shopClosedDays.shopId} = ${shopId} AND ${shopClosedDays.date} = ${change.date})`
	if (change.kind === 'hours')
		return sql`EXISTS (SELECT 1 FROM ${shopHours} WHERE ${shopHours.shopId} = ${shopId}
				AND ${shopHours.dayOfWeek} = ${weekday} AND ${within(sql`${shopHours.opensMinute}`, sql`${shopHours.closesMinute}`)})
			AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(change.week)}) day WHERE ${ofDay('dayOfWeek')} = ${weekday}
				AND ${within(ofDay('opensMinute'), ofDay('closesMinute'))})`
	const { staffMemberId } = change
	return sql`${calendarEntries.staffMemberId} = ${staffMemberId} AND ${conflictsWithStaff(change)}`
}

function conflictsWithStaff(change: Extract<AvailabilityChange, { staffMemberId: string }>): SQL {
	switch (change.kind) {
		case 'staff-leaves':
			return sql`true`
		case 'staff-does':
			return sql`${calendarEntries.serviceId} NOT IN (SELECT value FROM json_each(${JSON.stringify(change.serviceIds)}))
				AND EXISTS (SELECT 1 FROM ${staffServices} WHERE ${staffServices.staffMemberId} = ${change.staffMemberId}
					AND ${staffServices.serviceId} = ${calendarEntries.serviceId})`
		case 'days-off':
			return sql`${calendarEntries.date} BETWEEN ${change.from} AND ${change.until}
				AND NOT EXISTS (SELECT 1 FROM ${staffDaysOff}
					WHERE ${staffDaysOff.staffMemberId} = ${change.staffMemberId} AND ${staffDaysOff.date} = ${calendarEntries.date})`
		case 'schedule':
			return sql`EXISTS (SELECT 1 FROM ${staffSchedules} WHERE ${staffSchedules.staffMemberId} = ${change.staffMemberId}
					AND ${staffSchedules.isAvailable} = 1 AND ${staffSchedules.dayOfWeek} = ${weekday}
					AND ${within(sql`${staffSchedules.startMinute}`, sql`${staffSchedules.endMinute}`)}
					AND ${missesBreak(sql`${staffSchedules.breakStartMinute}`, sql`${staffSchedules.breakEndMinute}`)})
				AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(change.week)}) day WHERE ${ofDay('dayOfWeek')} = ${weekday}
					AND ${within(ofDay('startMinute'), ofDay('endMinute'))}
					AND ${missesBreak(ofDay('breakStartMinute'), ofDay('breakEndMinute'))})`
	}
}

/** Monday is 1, as in the shop's hours. */
const weekday = sql`((CAST(strftime('%w', ${calendarEntries.date}) AS INTEGER) + 6) % 7) + 1`

const ofDay = (name: string) => sql.raw(`day.value ->> '${name}'`)

function within(opens: SQL, closes: SQL): SQL {
	return sql`${opens} <= ${calendarEntries.startMinute} AND ${closes} >= ${calendarEntries.endMinute}`
}

function missesBreak(begins: SQL, ends: SQL): SQL {
	return sql`(${begins} IS NULL OR ${begins} = ${ends} OR ${calendarEntries.endMinute} <= ${begins}
		OR ${calendarEntries.startMinute} >= ${ends})`
}
